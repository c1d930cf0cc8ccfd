import type { UserError } from '../../core.ts'

/** What is wrong with what somebody entered, by field; under the empty name what belongs to none. */
export type Problems = Record<string, string>

/** Waits for what sends what the visitor entered. Null when all is well. */
export async function run(sending: Promise<void>): Promise<Problems | null> {
  try {
    await sending
    return null
  } catch (error) {
    return problemsOf(error)
  }
}

/** Of a refusal, by the last part of each field's path; without words of any other failure. */
export function problemsOf(error: unknown): Problems {
  const { userErrors = [] } = error as { userErrors?: UserError[] }
  const problems = userErrors.map(({ field, message }) => [field?.at(-1) ?? '', message])
  return problems.length === 0 ? { '': '' } : Object.fromEntries(problems)
}
