import { z } from 'zod'
import { AutomaticMessageKind } from '../../generated/prisma/enums.ts'
import { storableText } from '../../text/storable-text.ts'
import { automaticKinds } from './automatic-kinds.ts'

/** What every channel can show: the limit of a text of the chat channel. */
export const AUTOMATIC_TEXT_LENGTH = 1_000
export const MOST_LANGUAGES = 20

const textsField = z
  .array(
    z.object({
      language: z
        .string()
        .trim()
        .max(35)
        .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'Enter a language code, such as en or pt-BR.'),
      text: z
        .string()
        .transform((text) => storableText(text).trim())
        .pipe(
          z
            .string()
            .min(1, 'Enter a text.')
            .max(AUTOMATIC_TEXT_LENGTH, `A text can have at most ${AUTOMATIC_TEXT_LENGTH} characters.`),
        ),
    }),
  )
  .max(MOST_LANGUAGES, `There can be at most ${MOST_LANGUAGES} languages.`)
  .refine(
    (texts) => new Set(texts.map(({ language }) => language.toLowerCase())).size === texts.length,
    'Each language can have one text.',
  )

/** The texts of a message as they are stored. */
export type AutomaticTexts = z.output<typeof textsField>

/** An automatic message as it is entered. */
export const automaticMessageField = z
  .object({
    kind: z.enum(AutomaticMessageKind),
    enabled: z.boolean(),
    delaySeconds: z.number().int(),
    texts: textsField,
  })
  .superRefine(({ kind, enabled, delaySeconds, texts }, context) => {
    const { delay, closes } = automaticKinds[kind]
    const [least, most] = delay
    if (delaySeconds < least || delaySeconds > most) {
      const message = `Enter a delay from ${least} to ${most} seconds.`
      context.addIssue({ code: 'custom', path: ['delaySeconds'], message })
    }
    if (enabled && texts.length === 0 && !closes)
      context.addIssue({ code: 'custom', path: ['texts'], message: 'Enter a text.' })
  })

export type AutomaticMessageInput = z.input<typeof automaticMessageField>

/** The stored texts. */
export function readTexts(texts: unknown): AutomaticTexts {
  return textsField.catch([]).parse(texts)
}
