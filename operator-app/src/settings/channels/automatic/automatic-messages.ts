import type { AutomaticMessage } from '../../../graphql/automatic-messages.ts'
import type { Channel } from '../../../graphql/channels.ts'

type Name = AutomaticMessage['kind']

interface Kind {
  /** How many seconds the unit of the delay has in the form. */
  unit: 1 | 60
  /** In seconds; the server refuses others. */
  least: number
  most: number
  /** Of a new one, in seconds. */
  delay: number
  /** The only kind of channel that has it. */
  onlyOn?: Channel['kind']
}

/** All kinds in the order in which a chat can get them. */
export const automaticKinds: Record<Name, Kind> = {
  GREETING: { unit: 1, least: 0, most: 600, delay: 3 },
  NOBODY_FREE: { unit: 1, least: 5, most: 7_200, delay: 60 },
  OUTSIDE_HOURS: { unit: 1, least: 0, most: 600, delay: 3 },
  STILL_THERE: { unit: 60, least: 60, most: 86_400, delay: 600 },
  CLOSING: { unit: 60, least: 60, most: 2_592_000, delay: 1_800 },
  RATING_REQUEST: { unit: 1, least: 0, most: 600, delay: 3, onlyOn: 'CHAT_API' },
}

const names = Object.keys(automaticKinds) as Name[]

interface WithDefaults {
  stored: readonly AutomaticMessage[]
  channelKind: Channel['kind']
  language: string
}

/** Every kind that such a channel can have: as it is stored, or as a new one begins. */
export function withDefaults({ stored, channelKind, language }: WithDefaults): AutomaticMessage[] {
  const possible = names.filter((name) => (automaticKinds[name].onlyOn ?? channelKind) === channelKind)
  return possible.map(
    (kind) =>
      stored.find((message) => message.kind === kind) ?? {
        kind,
        enabled: false,
        delaySeconds: automaticKinds[kind].delay,
        texts: [{ language, text: '' }],
      },
  )
}

/** What is to be saved: those that differ from what is stored, without texts that are empty. */
export function changedMessages(
  messages: readonly AutomaticMessage[],
  before: readonly AutomaticMessage[],
): AutomaticMessage[] {
  return messages
    .filter((message, index) => JSON.stringify(message) !== JSON.stringify(before[index]))
    .map((message) => ({ ...message, texts: message.texts.filter(({ text }) => text.trim() !== '') }))
}
