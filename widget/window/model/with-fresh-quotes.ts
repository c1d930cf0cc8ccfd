import type { VisitMessage } from '../../core.ts'

/** As many characters as the server shows of what is quoted. */
const LONGEST = 200

/** The messages, in which quotes of this one are up to date. */
export function withFreshQuotes(messages: VisitMessage[], changed: VisitMessage): VisitMessage[] {
  return messages.map((message) => {
    const { quote } = message
    if (quote?.id !== changed.id) return message
    // Of a file without a caption it is what it was: nobody changes a file.
    const text = changed.deletedAt ? null : [...(changed.text ?? '')].slice(0, LONGEST).join('') || quote.text
    return { ...message, quote: { ...quote, text } }
  })
}
