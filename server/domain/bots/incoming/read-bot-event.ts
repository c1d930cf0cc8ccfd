import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { lenientText } from '../../lenient-text.ts'
import { LINE_LENGTH, TEXT_LENGTH } from '../../messages/lengths.ts'
import type { Rich } from '../../messages/rich.ts'

/** The contract's part 8. */
const MAX_BUTTONS = 3

/** A bot's message, before it has a place in a chat. */
export interface BotDraft {
  type: 'TEXT' | 'MARKDOWN' | 'BUTTONS'
  /** Plain text; of the other types the fallback. */
  text: string | null
  rich: Rich | null
}

/** Which conversation an event is about: either is enough. */
export interface BotTarget {
  chatId: string | null
  clientId: string | null
}

interface ClientInfo {
  name?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  description?: string | undefined
}

/** What came from a provider (contract, part 6.2, and CLIENT_INFO). */
export type BotInbound =
  | {
      kind: 'BOT_MESSAGE'
      target: BotTarget
      /** The bot's own id of it. */
      replyId: string | null
      draft: BotDraft
      note: string | null
    }
  | {
      kind: 'INVITE_AGENT'
      target: BotTarget
      /** Why it asks for an operator; our addition. */
      reason: string | null
    }
  | { kind: 'CLIENT_INFO'; target: BotTarget; info: ClientInfo }

const idField = z
  .union([z.string(), z.number().transform(String)])
  .transform((id) => id.trim() || null)
  .nullish()
  .catch(null)
const replyIdSchema = lenientText(LINE_LENGTH)
const reasonSchema = lenientText(TEXT_LENGTH)
const targetSchema = z.object({ chat_id: idField, client_id: idField })
const messageSchema = z.object({
  text: lenientText(TEXT_LENGTH),
  content: lenientText(TEXT_LENGTH),
  title: lenientText(TEXT_LENGTH),
})
const buttonSchema = z.object({ id: lenientText(LINE_LENGTH), text: lenientText(LINE_LENGTH) })
const infoSchema = z.object({
  name: lenientText(LINE_LENGTH),
  phone: lenientText(LINE_LENGTH),
  email: lenientText(LINE_LENGTH),
  description: lenientText(TEXT_LENGTH),
})

/**
 * Reads an event of a provider, as leniently as real bots need it. Throws `invalid_request` with the field
 * that is missing or wrong, and `event_not_supported`.
 */
export function readBotEvent(body: unknown): BotInbound {
  if (!isObject(body)) throw new AppError('invalid_request', 'The body must be a JSON object.')
  const { event } = body
  if (typeof event !== 'string' || event === '')
    throw invalid('event', 'event must be the name of the event.')
  if (event !== 'BOT_MESSAGE' && event !== 'INVITE_AGENT' && event !== 'CLIENT_INFO') {
    throw new AppError(
      'event_not_supported',
      'This event is not supported. Send BOT_MESSAGE, INVITE_AGENT or CLIENT_INFO.',
      { field: 'event' },
    )
  }
  const target = readTarget(body)
  if (event === 'BOT_MESSAGE') {
    return {
      kind: event,
      target,
      replyId: replyIdSchema.parse(body.id) ?? null,
      ...readMessage(body.message),
    }
  }
  if (event === 'INVITE_AGENT') {
    return { kind: event, target, reason: reasonSchema.parse(body.reason)?.trim() ?? null }
  }
  const nested = isObject(body.client_info) ? infoSchema.parse(body.client_info) : {}
  return { kind: event, target, info: { ...given(infoSchema.parse(body)), ...given(nested) } }
}

function readTarget(body: object): BotTarget {
  const { chat_id, client_id } = targetSchema.parse(body)
  if (!chat_id && !client_id) throw invalid('chat_id', 'chat_id or client_id must name the conversation.')
  return { chatId: chat_id ?? null, clientId: client_id ?? null }
}

function readMessage(message: unknown): { draft: BotDraft; note: string | null } {
  if (!isObject(message)) throw invalid('message', 'message must be an object.')
  const type = typeof message.type === 'string' ? message.type.toUpperCase() : ''
  const { text: plain = null, content, title } = messageSchema.parse(message)
  switch (type) {
    case 'TEXT':
      if (plain === null) throw invalid('message.text', 'message.text must be text that is not blank.')
      return { draft: { type, text: plain, rich: null }, note: null }
    case 'MARKDOWN':
      if (content === undefined) {
        throw invalid('message.content', 'message.content must be text that is not blank.')
      }
      return { draft: { type, text: plain, rich: { content } }, note: null }
    case 'BUTTONS': {
      const { buttons, note } = readButtons(message.buttons)
      return { draft: { type, text: plain, rich: { ...(title && { title }), buttons } }, note }
    }
    default:
      throw invalid('message.type', 'message.type must be TEXT, MARKDOWN or BUTTONS.')
  }
}

function readButtons(given: unknown): { buttons: { id: string; text: string }[]; note: string | null } {
  const all = (Array.isArray(given) ? given : []).flatMap((button) => {
    const { data } = buttonSchema.safeParse(button)
    return data?.text ? [{ id: data.id ?? data.text, text: data.text }] : []
  })
  if (all.length === 0)
    throw invalid('message.buttons', 'message.buttons must have 1 to 3 buttons with text.')
  const note =
    all.length > MAX_BUTTONS ? `Only the first ${MAX_BUTTONS} of ${all.length} buttons were used.` : null
  return { buttons: all.slice(0, MAX_BUTTONS), note }
}

function given<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_request', message, { field })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
