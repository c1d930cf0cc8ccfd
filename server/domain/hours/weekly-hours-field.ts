import { z } from 'zod'
import { WEEKDAYS } from './opening-hours.ts'

/** The most entries of a week. */
export const MOST_WEEKLY_HOURS = 50

/** Hours on one day, as they are entered. Which hours fit together is for whoever uses them. */
export const weeklyHoursField = z.object({
  day: z.enum(WEEKDAYS),
  // The order is only checked if both are valid times.
  from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time such as 09:00.', abort: true }),
  to: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
    error: 'Enter a time such as 18:00, up to 24:00.',
    abort: true,
  }),
})
