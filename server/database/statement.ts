import type { Prisma } from '../generated/prisma/client.ts'

/** Stands for a value that is given when the statement runs. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement of a hot path for `queryDirect`, by the values of its parameters. Its text is made once: joining a long one
 * takes 20 to 40 µs each time.
 */
export function statement<Values extends Record<string, unknown>>(
  build: (parameter: (name: keyof Values & string) => Parameter) => Prisma.Sql,
): (values: Values) => Pick<Prisma.Sql, 'text' | 'values'> {
  let made: Pick<Prisma.Sql, 'text' | 'values'> | undefined
  return (given) => {
    if (!made) {
      const { text, values } = build((name) => new Parameter(name))
      made = { text, values }
    }
    const { text, values } = made
    return {
      text,
      values: values.map((value) => (value instanceof Parameter ? given[value.name] : value)),
    }
  }
}
