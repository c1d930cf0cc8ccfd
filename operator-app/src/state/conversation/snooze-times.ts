interface SnoozeTime {
  name: 'hour' | 'tomorrow' | 'monday'
  at: Date
}

const MORNING = 9

/** The times that are offered to snooze a chat until, in the time zone of the browser. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const morningIn = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
  const toMonday = (8 - now.getDay()) % 7 || 7
  const times: SnoozeTime[] = [
    { name: 'hour', at: new Date(now.getTime() + 3_600_000) },
    { name: 'tomorrow', at: morningIn(1) },
    { name: 'monday', at: morningIn(toMonday) },
  ]
  // On a Sunday, the next Monday is tomorrow.
  return toMonday === 1 ? times.slice(0, 2) : times
}

/** A time as an input of the type `datetime-local` has it. */
export function toLocalInput(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}
