import { createSubscriber } from 'svelte/reactivity'

/** The current time as state, for countdowns and "5 min ago"; ticks only while something shows it. */
class Clock {
  #every: number
  #subscribe: () => void

  constructor(everyMs: number) {
    this.#every = everyMs
    this.#subscribe = createSubscriber((update) => {
      const timer = setInterval(update, this.#every)
      return () => clearInterval(timer)
    })
  }

  get now(): number {
    this.#subscribe()
    return Date.now()
  }
}

export const secondClock = new Clock(1_000)
export const minuteClock = new Clock(30_000)

/** The current time for how long something has lasted: ticks every second while that is less than a minute. */
export function nowForWait(since: string): number {
  const isYoung = minuteClock.now - Date.parse(since) < 60_000
  return isYoung ? secondClock.now : minuteClock.now
}
