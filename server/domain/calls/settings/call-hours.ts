import { z } from 'zod'
import { MOST_WEEKLY_HOURS, weeklyHoursField } from '../../hours/weekly-hours-field.ts'

/** When visitors may ask to be called. Hours that cross midnight are two entries. */
export const callHoursField = z
  .array(
    weeklyHoursField.refine((span) => span.from < span.to, {
      message:
        'The end must be later than the beginning. For hours across midnight, add an entry for each day.',
      path: ['to'],
    }),
  )
  .max(MOST_WEEKLY_HOURS, `There can be at most ${MOST_WEEKLY_HOURS} entries.`)

export type CallHours = z.output<typeof callHoursField>
