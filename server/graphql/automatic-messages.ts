import { automaticKindNames, automaticKinds } from '../domain/automatic-messages/automatic-kinds.ts'
import {
  AUTOMATIC_TEXT_LENGTH,
  type AutomaticTexts,
  MOST_LANGUAGES,
  readTexts,
} from '../domain/automatic-messages/automatic-message-fields.ts'
import type { AutomaticMessage as AutomaticMessageRow } from '../generated/prisma/client.ts'
import type { AutomaticMessageKind } from '../generated/prisma/enums.ts'
import { builder } from './kit/builder.ts'

const KindEnum = builder.enumType('AutomaticMessageKind', {
  description: 'When an automatic message is sent. None is sent while an operator is in the chat.',
  values: Object.fromEntries(
    automaticKindNames.map((kind) => [kind, { description: automaticKinds[kind].description }]),
  ) as Record<AutomaticMessageKind, { description: string }>,
})

const limitsOf = automaticKindNames
  .map((kind) => `${automaticKinds[kind].delay.join(' to ')} for ${kind}`)
  .join(', ')
const KIND = 'When it is sent.'
const ENABLED = 'Whether it is sent.'
const DELAY = `How many seconds later: ${limitsOf}. For STILL_THERE and CLOSING they count from what was last said, otherwise from when the condition of its kind is met. It can take up to 10 seconds longer.`
const TEXTS = `Its texts, at most ${MOST_LANGUAGES}. The visitor gets the one in their language, or else the first. CLOSING can have none.`
const LANGUAGE = 'BCP 47, such as `en` or `pt-BR`.'
const TEXT = `1 to ${AUTOMATIC_TEXT_LENGTH} characters.`

const AutomaticText = builder.objectRef<AutomaticTexts[number]>('AutomaticText').implement({
  description: 'An automatic message in one language.',
  fields: (t) => ({
    language: t.exposeString('language', { description: LANGUAGE }),
    text: t.exposeString('text', { description: TEXT }),
  }),
})

const AutomaticTextInput = builder.inputType('AutomaticTextInput', {
  description: 'An automatic message in one language.',
  fields: (t) => ({
    language: t.string({ description: LANGUAGE }),
    text: t.string({ description: TEXT }),
  }),
})

export const AutomaticMessage = builder.objectRef<AutomaticMessageRow>('AutomaticMessage').implement({
  description:
    'A message that is sent automatically, at most once per chat. It reaches the visitor like a reply, but does not count as an answer.',
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: KIND }),
    enabled: t.exposeBoolean('enabled', { description: ENABLED }),
    delaySeconds: t.exposeInt('delaySeconds', { description: DELAY }),
    texts: t.field({ type: [AutomaticText], description: TEXTS, resolve: ({ texts }) => readTexts(texts) }),
  }),
})

export const AutomaticMessageInput = builder.inputType('AutomaticMessageInput', {
  description: 'An automatic message of a channel, replacing the one of this kind.',
  fields: (t) => ({
    kind: t.field({ type: KindEnum, description: KIND }),
    enabled: t.boolean({ description: ENABLED }),
    delaySeconds: t.int({ description: DELAY }),
    texts: t.field({ type: [AutomaticTextInput], description: TEXTS }),
  }),
})
