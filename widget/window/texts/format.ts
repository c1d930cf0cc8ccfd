const DAY_MS = 86_400_000

/** A day as a heading: today, yesterday, or its date, which may be to come where the clock is slow. */
export function formatDay(at: Date, locale: string): string {
  const days = Math.round((midnight(at) - midnight(new Date())) / DAY_MS)
  if (days > -2 && days < 1)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
  const isOfThisYear = at.getFullYear() === new Date().getFullYear()
  return at.toLocaleDateString(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(!isOfThisYear && { year: 'numeric' }),
  })
}

/** By locale. Making one takes longer than drawing the message whose time it writes. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Hours and minutes as the locale writes them. */
export function formatTime(at: Date, locale: string): string {
  const clock = clocks.get(locale) ?? new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
  clocks.set(locale, clock)
  return clock.format(at)
}

/** A moment in the future: its time with the day of the week, and the date if it is further away than that says. */
export function formatMoment(at: Date, locale: string): string {
  const isSoon = at.getTime() - Date.now() < 6 * DAY_MS
  return at.toLocaleString(locale, {
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
    ...(!isSoon && { day: 'numeric', month: 'long' }),
  })
}

/** So many minutes in the largest unit that they fill. */
export function formatMinutes(minutes: number, locale: string): string {
  const [unit, length] = minutes < 60 ? ['minute', 1] : minutes < 1_440 ? ['hour', 60] : ['day', 1_440]
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale, style).format(minutes / length)
}

/** The size of a file in the unit that suits it: "13 bytes", "48 kB", "2.3 MB". */
export function formatSize(bytes: number, locale: string): string {
  const step = bytes < 1e3 ? 0 : bytes < 999_500 ? 1 : 2
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: ['byte', 'kilobyte', 'megabyte'][step],
    unitDisplay: step ? 'short' : 'long',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1e3 ** step)
}

function midnight(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
}
