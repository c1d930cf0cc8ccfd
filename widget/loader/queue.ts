/** Begins with `act` when everything before it has ended, well or not. Resolves with what `act` resolves with. */
export type Queue = <Result>(act: () => Result | Promise<Result>) => Promise<Result>

/** What is given to it runs one after the other. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const result = last.then(act)
    last = result.catch(() => {})
    return result
  }
}
