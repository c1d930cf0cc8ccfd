import { onTestFinished, vi } from 'vitest'

/** Answers one of the requests that are under way with data. */
type Answer = (data: object) => void

/** Keeps back the answers to what the screen asks the server until the test gives them, in any order. */
export function holdRequests(): Answer[] {
  const answers: Answer[] = []
  const request = () => new Promise((resolve) => answers.push((data) => resolve(Response.json({ data }))))
  vi.stubGlobal('fetch', request)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return answers
}
