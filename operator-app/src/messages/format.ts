import { locale, t } from './index.ts'

const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const weekdayDay = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
const dateOnly = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const dateAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const dateAndSeconds = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
const names = new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The time of day, as it is written where the browser is. */
export function formatTime(iso: string): string {
  return time.format(new Date(iso))
}

/** The date and the time of day, as they are written where the browser is. */
export function formatDateTime(iso: string): string {
  return dateAndTime.format(new Date(iso))
}

/** The same with seconds: for what happens several times within a minute. */
export function formatDateSeconds(iso: string): string {
  return dateAndSeconds.format(new Date(iso))
}

/** "Today", "Yesterday", or the day: for the lines between the days of a conversation. */
export function formatDay(iso: string, now: number): string {
  const days = (startOfDay(now) - startOfDay(Date.parse(iso))) / DAY
  if (Math.round(days) === 0) return t.conversation.today
  if (Math.round(days) === 1) return t.conversation.yesterday
  return (days < 300 ? weekdayDay : dateOnly).format(new Date(iso))
}

/** The shortest form for lists: the time of today, else the day, past or to come. */
export function formatShort(iso: string, now: number): string {
  const distance = Math.abs(startOfDay(now) - startOfDay(Date.parse(iso)))
  if (distance < DAY / 2) return formatTime(iso)
  return (distance < 300 * DAY ? dayMonth : dateOnly).format(new Date(iso))
}

/** "5 min. ago", of what has happened: a clock that is slow here does not make it something to come. */
export function formatAgo(iso: string, now: number): string {
  return formatRelative(iso, Math.max(now, Date.parse(iso)))
}

/** "5 min. ago", "in 3 days". */
export function formatRelative(iso: string, now: number): string {
  const difference = Date.parse(iso) - now
  const size = Math.abs(difference)
  if (size < HOUR) return relative.format(Math.round(difference / MINUTE), 'minute')
  if (size < DAY) return relative.format(Math.round(difference / HOUR), 'hour')
  return relative.format(Math.round(difference / DAY), 'day')
}

/** How long something has lasted, without "ago": `45s`, `12m`, `3h`, `2d`. */
export function formatWait(iso: string, now: number): string {
  const waited = Math.max(now - Date.parse(iso), 0)
  if (waited < MINUTE) return `${Math.floor(waited / 1000)}s`
  if (waited < HOUR) return `${Math.floor(waited / MINUTE)}m`
  return waited < DAY ? `${Math.floor(waited / HOUR)}h` : `${Math.floor(waited / DAY)}d`
}

/** How long something has lasted, in words: "6 minutes", "2 hours". Below a minute it is empty. */
export function formatSpan(iso: string, now: number): string {
  const lasted = Math.max(now - Date.parse(iso), 0)
  if (lasted < MINUTE) return ''
  const [unit, size] = lasted < HOUR ? ['minute', MINUTE] : lasted < DAY ? ['hour', HOUR] : ['day', DAY]
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: String(unit), unitDisplay: 'long' })
  return format.format(Math.floor(lasted / Number(size)))
}

/** A number of bytes as people read it: "312 bytes", "1.4 MB". */
export function formatSize(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  // 999,500 bytes are 1 MB, because 999.5 kB would be rounded to 1,000 kB.
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes / 0.9995) / 3), units.length - 1)
  const unit = units[step] ?? 'byte'
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  })
  return format.format(bytes / 1000 ** step)
}

/** `3:07`, of a number of seconds. */
export function formatDuration(seconds: number): string {
  const rest = String(Math.floor(seconds % 60)).padStart(2, '0')
  return `${Math.floor(seconds / 60)}:${rest}`
}

/** "Ada, Grace, and Alan". */
export function formatNames(list: readonly string[]): string {
  return names.format(list)
}

/** Whether both moments are on the same day in the time zone of the browser. */
export function isSameDay(a: string, b: string): boolean {
  return startOfDay(Date.parse(a)) === startOfDay(Date.parse(b))
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
