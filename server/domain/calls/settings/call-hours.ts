import { z } from 'zod'

/** In the order of the week, as `Date` counts it. */
export const WEEKDAYS = [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
] as const
const MOST = 50

// The order is only checked if both are valid times.
const from = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time such as 09:00.', abort: true })
const to = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
  error: 'Enter a time such as 18:00, up to 24:00.',
  abort: true,
})

/** When visitors may ask to be called. Hours that cross midnight are two entries. */
export const callHoursField = z
  .array(
    z.object({ day: z.enum(WEEKDAYS), from, to }).refine((span) => span.from < span.to, {
      message:
        'The end must be later than the beginning. For a span over midnight, add an entry for each day.',
      path: ['to'],
    }),
  )
  .max(MOST, `There can be at most ${MOST} entries.`)

export type CallHours = z.output<typeof callHoursField>

/** Whether the moment is within one of the entries, in local time; always true when there are none. */
export function isWithinHours(hours: CallHours, timeZone: string, moment: Date): boolean {
  if (hours.length === 0) return true
  const { day, time } = wallClock(timeZone, moment)
  return hours.some((span) => span.day === day && span.from <= time && time < span.to)
}

function wallClock(timeZone: string, moment: Date): { day: string; time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return {
    day: String(parts.get('weekday')).toUpperCase(),
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  }
}
