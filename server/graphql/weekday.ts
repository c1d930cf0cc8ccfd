import { WEEKDAYS } from '../domain/hours/opening-hours.ts'
import { builder } from './kit/builder.ts'

export const Weekday = builder.enumType('Weekday', {
  description: 'A day of the week.',
  values: Object.fromEntries(
    WEEKDAYS.map((day) => [day, { description: `${day.charAt(0)}${day.slice(1).toLowerCase()}.` }]),
  ) as Record<(typeof WEEKDAYS)[number], { description: string }>,
})
