/** Between two messages, as people write them: the least and the most milliseconds. */
export type Pace = readonly [number, number]

/** Waits until the next message is due, at a random moment of the pace. Without one it is due at once. */
export async function waitTurn(pace: Pace | undefined): Promise<void> {
  if (!pace) return
  const [least, most] = pace
  await new Promise((resolve) => setTimeout(resolve, least + Math.random() * (most - least)))
}
