const FIRST_RETRY_MS = 400
const LONGEST_RETRY_MS = 5_000

/** The waits between tries, longer each time, which the network or the user who is back can end. */
export class RetryPause {
  #hurry = () => {}

  /** Resolves when the next try is due. `retries` is how many there were. */
  async wait(retries: number): Promise<void> {
    const wait = Math.min(FIRST_RETRY_MS * 2 ** retries, LONGEST_RETRY_MS)
    await new Promise<void>((resolve) => {
      this.#hurry = resolve
      // Jitter, so that a restarted server is not met by everyone at once.
      setTimeout(resolve, wait * (0.5 + Math.random() / 2))
    })
  }

  /** Ends the wait that began last. */
  hurry(): void {
    this.#hurry()
  }
}
