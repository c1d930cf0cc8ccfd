import { z } from 'zod'
import type { Prisma } from '../../../generated/prisma/client.ts'
import {
  ContactField,
  ContactsFormTime,
  LauncherIcon,
  WidgetPosition,
  WidgetTheme,
} from '../../../generated/prisma/enums.ts'
import { storableText } from '../../../text/storable-text.ts'
import { nameField, optional, parseInput } from '../../parse-input.ts'
import { rulesField } from '../../visits/rules.ts'
import type { KindOfChannel } from './channel-kind.ts'

const PATH = 'settings.widget'
const MAX_ORIGINS = 100
const MAX_OFFSET = 400
/** The largest that browsers know. */
const MAX_Z_INDEX = 2_147_483_647
const MAX_QUESTIONS = 4
const QUESTION_LENGTH = 80
/** A day: older replies are not mailed. */
const MAX_MINUTES = 1_440

/** `https://www.example.com`; a path after it is dropped. */
const originField = z
  .string()
  .trim()
  .max(300, 'An address can have at most 300 characters.')
  .transform((text, context) => {
    const address = text.includes('://') ? text : `https://${text}`
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url?.host && ['http:', 'https:'].includes(url.protocol)) return url.origin
    context.addIssue({
      code: 'custom',
      message: 'Enter the address of a website, such as https://example.com.',
    })
    return z.NEVER
  })

const color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Enter a colour as # and six hexadecimal digits, such as #2f5bea.')

/** Null and a blank text both remove the value. */
const removable = (field: z.ZodType<string, string>) =>
  z
    .string()
    .nullish()
    .transform((value) => (value == null ? value : storableText(value).trim() || null))
    .pipe(field.nullish())
const text = (length: number) =>
  removable(z.string().max(length, `It can have at most ${length} characters.`))
/** A whole number of CSS. */
const whole = (least: number, most: number) => {
  const message = `Enter a whole number from ${least} to ${most}.`
  return z.number().refine((value) => Number.isInteger(value) && value >= least && value <= most, message)
}
const questionField = z
  .string()
  .transform((question) => storableText(question).trim())
  .pipe(
    z
      .string()
      .min(1, 'Enter a question.')
      .max(QUESTION_LENGTH, `A question can have at most ${QUESTION_LENGTH} characters.`),
  )
const unique = <T>(values: T[]) => [...new Set(values)]

/** The settings of a widget that an admin enters. */
const fields = z.object({
  color: optional(color),
  color2: removable(color),
  position: optional(z.enum(WidgetPosition)),
  theme: optional(z.enum(WidgetTheme)),
  locale: removable(
    z
      .string()
      .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'Enter a language code, such as en or pt-BR.')
      .max(35),
  ),
  title: text(60),
  greeting: text(500),
  offlineText: text(500),
  origins: optional(
    z.array(originField).max(MAX_ORIGINS, `There can be at most ${MAX_ORIGINS} websites.`).transform(unique),
  ),
  contactsForm: optional(z.enum(ContactsFormTime)),
  contactFields: optional(z.array(z.enum(ContactField)).max(20).transform(unique)),
  requiredFields: optional(z.array(z.enum(ContactField)).max(20).transform(unique)),
  offlineForm: optional(z.boolean()),
  hiddenOffline: optional(z.boolean()),
  sound: optional(z.boolean()),
  showsAnswers: optional(z.boolean()),
  rules: optional(rulesField),
  offsetX: optional(whole(0, MAX_OFFSET)),
  offsetY: optional(whole(0, MAX_OFFSET)),
  zIndex: optional(whole(1, MAX_Z_INDEX)),
  launcherIcon: optional(z.enum(LauncherIcon)),
  launcherLabel: text(24),
  quickQuestions: optional(
    z
      .array(questionField)
      .max(MAX_QUESTIONS, `There can be at most ${MAX_QUESTIONS} questions.`)
      .transform(unique),
  ),
  mailsReplies: optional(z.boolean()),
  mailRepliesMinutes: optional(whole(1, MAX_MINUTES)),
  mailSenderName: removable(nameField.max(60, 'It can have at most 60 characters.')),
})

function read(input: unknown): Prisma.WidgetSettingsUpdateInput {
  const given = Object.entries(parseInput(fields, input, PATH)).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

/** A script on a website (contract, interface C). Visitors get messages from live events. */
export const widget: KindOfChannel = {
  renders: new Set([
    'TEXT',
    'VIDEO',
    'AUDIO',
    'VOICE',
    'PHOTO',
    'STICKER',
    'DOCUMENT',
    'LOCATION',
    'MARKDOWN',
    'BUTTONS',
  ]),
  replies: 'LIVE',
  settings: {
    name: 'widget',
    create: async (_env, input) => ({
      create: read(input) as Prisma.WidgetSettingsCreateWithoutChannelInput,
    }),
    update: async (_env, input) => ({ update: read(input) }),
    read: (tx, channelId) => tx.widgetSettings.findUnique({ where: { channelId } }),
  },
}
