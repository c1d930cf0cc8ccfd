import { z } from 'zod'
import { nameField } from '../parse-input.ts'
import { timeZoneField } from './time-zone-field.ts'
import { MOST_WEEKLY_HOURS, weeklyHoursField } from './weekly-hours-field.ts'

/** The most holidays of one set of hours: some decades of those of a country. */
export const MOST_HOLIDAYS = 500

const holiday = z.object({
  date: z.iso.date('Enter a date such as 2026-12-25.'),
  name: nameField,
})

/** What an admin enters about the hours of the account, a channel or a department. */
export const businessHoursFields = {
  timeZone: timeZoneField,
  weekly: z
    .array(
      weeklyHoursField.refine(({ from, to }) => from !== to, {
        message: 'The end must differ from the beginning. For a whole day, enter 00:00 to 24:00.',
        path: ['to'],
      }),
    )
    .max(MOST_WEEKLY_HOURS, `There can be at most ${MOST_WEEKLY_HOURS} entries.`),
  /** A date that is entered twice has the name that was entered last. */
  holidays: z
    .array(holiday)
    .max(MOST_HOLIDAYS, `There can be at most ${MOST_HOLIDAYS} holidays.`)
    .transform((holidays) =>
      [...new Map(holidays.map((each) => [each.date, each])).values()].sort((a, b) =>
        a.date < b.date ? -1 : 1,
      ),
    ),
  /** Null opens it again. */
  closedUntil: z.date().nullable(),
}
