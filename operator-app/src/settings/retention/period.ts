/** What a period is entered in. The server counts days. */
export type PeriodUnit = 'days' | 'months'

/** A period as it is entered: the amount is any text, and empty for ever. */
export interface Period {
  amount: string
  unit: PeriodUnit
}

const MONTHS = 12
const YEAR_DAYS = 365
/** One or two months are also said in days, which is how they are thought of. */
const FEWEST_MONTHS = 3

/** How many days a period has, a month being a twelfth of a year; null for ever, NaN for what is not a number. */
export function daysOf({ amount, unit }: Period): number | null {
  if (amount.trim() === '') return null
  const count = Number(amount)
  if (unit === 'days') return count
  return Number.isInteger(count) ? Math.floor((count * YEAR_DAYS) / MONTHS) : Number.NaN
}

/** The period with so many days, in months if they are whole ones. */
export function periodOf(days: number | null): Period {
  if (days === null) return { amount: '', unit: 'days' }
  const months = { amount: String(Math.ceil((days * MONTHS) / YEAR_DAYS)), unit: 'months' } as const
  const isWhole = Number(months.amount) >= FEWEST_MONTHS && daysOf(months) === days
  return isWhole ? months : { amount: String(days), unit: 'days' }
}
