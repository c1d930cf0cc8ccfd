/** How long somebody was in one state. */
export interface StateTime {
  available: boolean
  /** Why they were away. */
  reason: string | null
  seconds: number
}

/** How long somebody was online and away. */
export interface PresenceTimes {
  onlineSeconds: number
  awaySeconds: number
  /** The seconds for each reason, longest first; null is without one. */
  away: { reason: string | null; seconds: number }[]
}

/** Sums up the states of a person, of which there is one for each reason. */
export function sumTimes(times: readonly StateTime[]): PresenceTimes {
  const away = times.filter(({ available }) => !available)
  const online = times.filter(({ available }) => available)
  return {
    onlineSeconds: sum(online),
    awaySeconds: sum(away),
    away: away.map(({ reason, seconds }) => ({ reason, seconds })).toSorted((a, b) => b.seconds - a.seconds),
  }
}

function sum(times: readonly StateTime[]): number {
  return times.reduce((total, { seconds }) => total + seconds, 0)
}
