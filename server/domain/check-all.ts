import { AppError } from '../errors.ts'

type Check = () => unknown
type Results<Checks extends readonly Check[]> = { [K in keyof Checks]: Awaited<ReturnType<Checks[K]>> }

/**
 * Runs every check, one after the other, and returns their results. Their refusals are thrown as one AppError
 * with all problems, so that the caller learns of every wrong field at once. Any other exception ends it
 * immediately.
 */
export async function checkAll<Checks extends readonly Check[]>(...checks: Checks): Promise<Results<Checks>> {
  const results: unknown[] = []
  const problems: AppError[] = []
  for (const check of checks) {
    try {
      results.push(await check())
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      problems.push(...error.problems)
    }
  }
  throwAll(problems)
  return results as Results<Checks>
}

/** Throws one AppError with all of these, if there are any. */
export function throwAll(problems: readonly AppError[]): void {
  const [first, ...others] = problems
  if (!first) return
  const { code, message, field, retryAfter } = first
  throw new AppError(code, message, {
    ...(field !== undefined && { field }),
    ...(retryAfter !== undefined && { retryAfter }),
    cause: first.cause,
    others,
  })
}
