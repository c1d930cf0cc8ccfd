import type { TadaDocumentNode } from 'gql.tada'
import type { Core, UserError } from '../../core.ts'
import { ask } from './ask.ts'

/** What is wrong with what somebody entered, by field; under the empty name what belongs to none. */
export type Problems = Record<string, string>

type Payload = { userErrors: UserError[] } | null

/** Runs a mutation with what the visitor entered. Null when all is well. */
export async function run<Input>(
  core: Core,
  mutation: TadaDocumentNode<Record<string, Payload>, { input: Input }>,
  input: Input,
): Promise<Problems | null> {
  try {
    const data = await ask(core, mutation, { input })
    const userErrors = Object.values(data).flatMap((payload) => payload?.userErrors ?? [])
    return userErrors.length === 0 ? null : problemsOf({ userErrors })
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
