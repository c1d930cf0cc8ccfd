import { enCounted as texts } from '../messages/en-counted.ts'
import { formatCountry, formatHour, formatSeconds, formatWeekday } from '../reports/format-figure.ts'
import { type countedFields, dimensions } from '../state/archive/archive-fields.ts'

/** A filter of what reports count chats by, in words; of a field that is set. */
export function describeCounted(field: (typeof countedFields)[number], value: string): string {
  switch (field) {
    case 'botId':
      return texts.botId
    case 'country':
      return texts.country(formatCountry(value))
    case 'page':
      return texts.page(value)
    case 'hour':
      return texts.hour(
        formatWeekday(Math.floor(Number(value) / 24)),
        formatHour(Number(value)),
        formatHour(Number(value) + 1),
      )
    case 'handlingFrom':
      // Whatever was accepted has been handled.
      return value === '0' ? texts.accepted : texts.handlingFrom(formatSeconds(Number(value)))
    case 'without': {
      const dimension = dimensions.find((name) => name === value)
      return dimension ? texts.without[dimension] : ''
    }
    case 'firstReplyFrom':
    case 'replyFrom':
      return texts[field](formatSeconds(Number(value)))
    default:
      return texts[field][value === 'true' ? 'true' : 'false']
  }
}
