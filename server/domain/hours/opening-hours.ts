/** In the order of the week, Monday first (ISO 8601). */
export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const

/** Hours on one day of the week, in local time. */
export interface WeeklyHours {
  /** The day on which they begin. */
  day: (typeof WEEKDAYS)[number]
  /** `09:00`. */
  from: string
  /** `17:00`, exclusive; up to `24:00`. A time that is not later than `from` is on the next day. */
  to: string
}

/** A day on which it is closed, from midnight to midnight. */
export interface Holiday {
  /** `2026-12-25`. */
  date: string
  name: string
}

/** When somebody is there. */
export interface OpeningHours {
  /** IANA. */
  timeZone: string
  /** At any time when it is empty. */
  weekly: readonly WeeklyHours[]
  holidays: readonly Holiday[]
  /** It is closed until then, whatever the rest says. */
  closedUntil: Date | null
}
