import type { Prisma } from '../generated/prisma/client.ts'
import type { Pool } from './client.ts'
import { type DirectOptions, queryDirect } from './query-direct.ts'

/** Stands for a value that is given when the statement runs. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement of a hot path, run by `queryDirect` with the values of its parameters. Its text is made once for each pool:
 * joining a long one takes 20 to 40 µs each time. It is not indented, because PostgreSQL copies it for each run, and a
 * value that stands in several places is sent once.
 */
export function statement<Row extends object, Values extends Record<string, unknown>>(
  build: (parameter: (name: keyof Values & string) => Parameter) => Prisma.Sql,
): (pool: Pool, values: Values, options?: DirectOptions<Row>) => Promise<Row[]> {
  const made = new WeakMap<Pool, Pick<Prisma.Sql, 'text' | 'values'>>()
  const makeFor = (pool: Pool) => {
    const parameters = new Map<string, Parameter>()
    const { text: indented, values } = build((name) => {
      const parameter = parameters.get(name) ?? new Parameter(name)
      parameters.set(name, parameter)
      return parameter
    })
    const sent: unknown[] = []
    const places = values.map((value) => {
      const earlier = value instanceof Parameter ? sent.indexOf(value) : -1
      return earlier < 0 ? sent.push(value) : earlier + 1
    })
    const text = indented
      .replaceAll(/\n\s+/g, '\n')
      .replaceAll(/\$(\d+)/g, (_place, number) => `$${places[Number(number) - 1]}`)
    made.set(pool, { text, values: sent })
    return { text, values: sent }
  }
  return (pool, given, options) => {
    const { text, values } = made.get(pool) ?? makeFor(pool)
    const own = values.map((value) => (value instanceof Parameter ? given[value.name] : value))
    return queryDirect<Row>(pool, { text, values: own }, options)
  }
}
