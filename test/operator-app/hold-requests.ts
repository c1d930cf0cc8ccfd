import { onTestFinished, vi } from 'vitest'

/** Answers one of the requests that are under way with data. */
type Answer = (data: object) => void

/**
 * Keeps back the answers to these operations until the test gives them, in any order. What else is asked for, as by timers of an
 * earlier test, is answered with nothing.
 */
export function holdRequests(...operations: string[]): Answer[] {
  const answers: Answer[] = []
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    const { operationName } = JSON.parse(body) as { operationName: string }
    if (!operations.includes(operationName)) return Promise.resolve(Response.json({ data: null }))
    return new Promise((resolve) => answers.push((data) => resolve(Response.json({ data }))))
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return answers
}
