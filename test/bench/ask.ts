import { type Aim, ascending, type Measurement, measured, percentile } from './measurement.ts'

/** Asks once; `n` is another visitor each time. */
export type Ask = (n: number) => Promise<unknown>
/** Runs a document as one operator. */
export type Execute<Answer> = (query: string, variables: object) => Promise<Answer>

export function executeAs<Answer>(origin: string, cookie: string): Execute<Answer> {
  return async (query, variables) => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1' },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as { data: Answer; errors?: { message: string }[] }
    if (errors?.[0]) throw new Error(errors[0].message)
    return data
  }
}

/** How long each takes, asked one after the other about so many visitors. */
export async function measureAsks(
  asks: [name: string, ask: Ask, aim?: Aim][],
  count: number,
  visitors = 100_000,
): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const [name, ask, aim] of asks) {
    const times = await timesOf(ask, count, visitors)
    measurements.push(
      measured(`${name}, p50`, 'ms', { values: [percentile(times, 0.5)], floors: [] }),
      measured(`${name}, p95`, 'ms', { values: [percentile(times, 0.95)], floors: [] }, aim),
    )
  }
  return measurements
}

/** Sorted milliseconds, after a tenth of the requests that does not count: a prepared statement's plan changes after five. */
async function timesOf(ask: Ask, count: number, visitors: number): Promise<number[]> {
  const warmUp = Math.ceil(count / 10)
  const times: number[] = []
  for (let i = 0; i < warmUp + count; i++) {
    const startedAt = performance.now()
    await ask(1 + ((i * 7907) % visitors))
    if (i >= warmUp) times.push(performance.now() - startedAt)
  }
  return ascending(times)
}
