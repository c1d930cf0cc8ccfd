import type { Tracing } from './tracing.ts'

/** Runs a verb of the domain, which is called by a mutation or a REST adapter, in a span that has its name. */
export function runVerb<T>({ tracing }: { tracing: Tracing }, name: string, run: () => T): T {
  return tracing.run(`verb ${name}`, {}, run)
}
