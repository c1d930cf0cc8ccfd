/** One measured number, with the same number of the bare program that does only what cannot be left out. */
export interface Measurement {
  name: string
  value: number
  unit: string
  /** Null where nothing simpler does the same. */
  floor: number | null
  /** value / floor. */
  ratio: number | null
  aim?: Aim
}

/** What is wanted: of the ratio where there is a floor, else of the value. */
export interface Aim {
  atLeast?: number
  atMost?: number
}

/** What the server and the floor reached, in runs that took turns. */
export interface Rounds {
  values: number[]
  floors: number[]
}

/** The median of the rounds and of the floor's. */
export function measured(name: string, unit: string, { values, floors }: Rounds, aim?: Aim): Measurement {
  const value = median(values)
  const floor = floors.length > 0 ? median(floors) : null
  return {
    name,
    unit,
    value: round(value),
    floor: floor && round(floor),
    ratio: floor && round(value / floor),
    ...(aim && { aim }),
  }
}

/** Whether the aim is met; null without one. */
export function isMet({ value, ratio, aim }: Measurement): boolean | null {
  if (!aim) return null
  const number = ratio ?? value
  return number >= (aim.atLeast ?? -Infinity) && number <= (aim.atMost ?? Infinity)
}

/** The number below which the share `p` of the sorted numbers lies. */
export function percentile(sorted: number[], p: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN
}

export function ascending(numbers: number[]): number[] {
  return numbers.toSorted((a, b) => a - b)
}

function median(numbers: number[]): number {
  return percentile(ascending(numbers), 0.5)
}

function round(value: number): number {
  return Number(value.toPrecision(3))
}
