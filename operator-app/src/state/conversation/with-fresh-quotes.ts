import type { Message } from '../../graphql/fragments.ts'
import { excerptOf } from './excerpt-of.ts'

/** The messages, in which quotes of this one are up to date. */
export function withFreshQuotes(messages: readonly Message[], changed: Message): readonly Message[] {
  const isQuoting = ({ quote }: Message) => quote?.message.id === changed.id
  if (!messages.some(isQuoting)) return messages
  const excerpt = changed.deletedAt === null ? excerptOf(changed) : null
  return messages.map((message) =>
    message.quote && isQuoting(message) ? { ...message, quote: { ...message.quote, excerpt } } : message,
  )
}
