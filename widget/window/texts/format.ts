const DAY_MS = 86_400_000

/** A day as a heading: today, yesterday, or its date. */
export function formatDay(at: Date, locale: string): string {
  const days = Math.round((midnight(at) - midnight(new Date())) / DAY_MS)
  if (days > -2) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
  const isOfThisYear = at.getFullYear() === new Date().getFullYear()
  return at.toLocaleDateString(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(!isOfThisYear && { year: 'numeric' }),
  })
}

/** Hours and minutes as the locale writes them. */
export function formatTime(at: Date, locale: string): string {
  return at.toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' })
}

/** The size of a file in the unit that suits it. */
export function formatSize(bytes: number, locale: string): string {
  const unit = bytes < 1e6 ? 'kilobyte' : 'megabyte'
  const value = Math.max(bytes / (unit === 'kilobyte' ? 1e3 : 1e6), 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
  }).format(value)
}

function midnight(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
}
