import { z } from 'zod'
import { lenientText } from '../domain/lenient-text.ts'
import { LINE_LENGTH, VISITOR_TEXT_LENGTH } from '../domain/messages/lengths.ts'
import type { Media } from '../domain/messages/media.ts'
import type { VisitorDraft } from '../domain/messages/visitor-message.ts'
import { fromWireMedia } from '../domain/messages/wire-media.ts'
import type { VisitorProfile } from '../domain/visitors/visitor-profile.ts'
import { AppError } from '../errors.ts'
import { isStorable } from '../text/storable-text.ts'

const URL_LENGTH = 4096
const EMOJI_LENGTH = 32
/** Longest `sender.id` in Unicode characters. */
export const ID_LENGTH = 255

const httpUrl = z
  .string()
  .max(URL_LENGTH)
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value) && isStorable(value))
  .optional()
  .catch(undefined)
  .meta({ format: 'uri' })

const finite = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*[-+]?\d/)
      .transform(Number),
  ])
  .pipe(z.number())
/** An invalid value is dropped, not refused. */
const positiveInteger = finite
  .pipe(z.int().positive())
  .optional()
  .catch(undefined)
  .meta({ type: 'integer', minimum: 1 })
const degrees = (limit: number) =>
  finite
    .pipe(z.number().min(-limit).max(limit))
    .optional()
    .catch(undefined)
    .meta({ minimum: -limit, maximum: limit })

/** `sender` of a visitor's message (contract, part 2.2). `id` is read separately, because its type must be kept. */
export const senderSchema = z.object({
  name: lenientText(LINE_LENGTH).describe(
    'Shown to the operators. Omitted or blank keeps the earlier value.',
  ),
  phone: lenientText(LINE_LENGTH).describe('As `name`.'),
  email: lenientText(LINE_LENGTH).describe('As `name`.'),
  photo: httpUrl.describe(
    'http(s) address of a picture, ideally 128 × 128 pixels; anything else is ignored.',
  ),
  url: lenientText(URL_LENGTH).describe(
    'The page that the visitor is on; shown as a link if it is an http(s) address.',
  ),
  invite: lenientText(VISITOR_TEXT_LENGTH).describe(
    'The text of an invitation that was shown before the visitor wrote.',
  ),
})

/** `message` of a visitor's message (contract, parts 2.2 and 2.5), without optional fields that are invalid. */
export const messageSchema = z.object({
  id: lenientText(LINE_LENGTH).describe("The message's id in your system; kept for logs only."),
  text: lenientText(VISITOR_TEXT_LENGTH).describe(`Cut to ${VISITOR_TEXT_LENGTH} Unicode characters.`),
  button_id: lenientText(LINE_LENGTH).describe('The button of a bot that the visitor pressed.'),
  file: httpUrl.describe('http(s) address of the file.'),
  thumb: httpUrl.describe('http(s) address of a picture 320 pixels wide.'),
  emoji: lenientText(EMOJI_LENGTH).describe('What may be shown in place of the file.'),
  file_size: positiveInteger.describe('Bytes.'),
  file_name: lenientText(LINE_LENGTH),
  duration: positiveInteger.describe('Seconds.'),
  width: positiveInteger.describe('Pixels.'),
  height: positiveInteger.describe('Pixels.'),
  performer: lenientText(LINE_LENGTH),
  title: lenientText(LINE_LENGTH),
  latitude: degrees(90).describe('Degrees, −90 to 90.'),
  longitude: degrees(180).describe('Degrees, −180 to 180.'),
})

/** The types that carry a file, by their names on the wire and in the database. */
export const fileTypes = {
  video: 'VIDEO',
  audio: 'AUDIO',
  voice: 'VOICE',
  photo: 'PHOTO',
  sticker: 'STICKER',
  document: 'DOCUMENT',
} as const

/** The content of a request to A2. */
export type Inbound =
  | { kind: 'ignored' }
  | { kind: 'typing'; visitorKey: string; typing: boolean }
  | { kind: 'message'; profile: VisitorProfile; draft: VisitorDraft }

/**
 * Reads the body of A2. Throws `invalid_request`, with the field, for a body that is not a message, and
 * `sender_id_invalid`. Invalid optional fields are dropped.
 */
export function readInbound(body: unknown): Inbound {
  if (!isObject(body)) throw new AppError('invalid_request', 'The body must be a JSON object.')
  const externalId = readSenderId(isObject(body.sender) ? body.sender.id : undefined)
  if (externalId === null) return { kind: 'ignored' }
  if (!isObject(body.message)) throw invalid('message', 'message must be an object.')
  const type = readType(body.message.type)
  if (type === 'typein' || type === 'typeout') {
    return { kind: 'typing', visitorKey: String(externalId), typing: type === 'typein' }
  }
  const { name, phone, email, photo, url, invite } = senderSchema.parse(body.sender)
  return {
    kind: 'message',
    profile: withoutUndefined({ externalId, name, phone, email, photoUrl: photo, pageUrl: url }),
    draft: readMessage(type, body.message, invite ?? null),
  }
}

function readSenderId(id: unknown): string | number | null {
  if (id === undefined || id === null) return null
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id
  if (typeof id === 'string') {
    if (id.trim() === '') return null
    if (Array.from(id).length <= ID_LENGTH && isStorable(id)) return id
  }
  throw new AppError(
    'sender_id_invalid',
    `sender.id must be a string of at most ${ID_LENGTH} characters without NUL, or an integer within ±(2^53−1).`,
    { field: 'sender.id' },
  )
}

type WireType = keyof typeof fileTypes | 'text' | 'location' | 'typein' | 'typeout'
const wireTypes = new Set<string>([...Object.keys(fileTypes), 'text', 'location', 'typein', 'typeout'])

function readType(type: unknown): WireType {
  if (typeof type === 'string' && wireTypes.has(type)) return type as WireType
  throw invalid('message.type', `message.type must be one of: ${[...wireTypes].join(', ')}.`)
}

function readMessage(
  type: Exclude<WireType, 'typein' | 'typeout'>,
  message: object,
  invite: string | null,
): VisitorDraft {
  const said = messageSchema.parse(message)
  const { text: words = null, id: externalId = null } = said
  if (type === 'text') {
    if (words === null) throw invalid('message.text', 'message.text must be text that is not blank.')
    return { type: 'TEXT', text: words, externalId, invite, media: null, buttonId: said.button_id }
  }
  const { id: _id, text: _text, button_id: _button, ...media } = said
  if (type === 'location') {
    const { latitude, longitude } = media
    if (latitude === undefined || longitude === undefined) {
      const field = latitude === undefined ? 'message.latitude' : 'message.longitude'
      throw invalid(field, 'A location needs latitude (−90 to 90) and longitude (−180 to 180), in degrees.')
    }
    return {
      type: 'LOCATION',
      text: words,
      externalId,
      invite,
      media: withoutUndefined<Media>({ latitude, longitude, title: media.title }),
    }
  }
  if (media.file === undefined) throw invalid('message.file', 'message.file must be an http(s) address.')
  const { latitude: _latitude, longitude: _longitude, ...file } = media
  return {
    type: fileTypes[type],
    text: words,
    externalId,
    invite,
    media: withoutUndefined(fromWireMedia(file)),
  }
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_request', message, { field })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Only what was said: a field that is undefined would look like a change. */
function withoutUndefined<T extends object>(object: T): WithoutUndefined<T> {
  const said: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(object)) if (value !== undefined) said[key] = value
  return said as WithoutUndefined<T>
}

type WithoutUndefined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }
