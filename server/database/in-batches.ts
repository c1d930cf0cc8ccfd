/** Repeats a step, which takes at most `size` rows and returns how many it took, until few are left or time is up. */
export async function inBatches(
  size: number,
  step: () => Promise<number>,
  timeIsUp?: AbortSignal,
): Promise<void> {
  let taken: number
  do taken = await step()
  while (taken >= size && !timeIsUp?.aborted)
}
