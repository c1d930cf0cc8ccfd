/** More than events tell of while a read is under way. */
const REMEMBERED = 1_000

/**
 * What events said of something, such as a visitor, while it was being read. Where nothing else shows that the answer is older
 * than the event, as a revision would, the answer would bring back what was there before.
 */
export class News<Told> {
  readonly #told = new Map<string, { told: Told; at: number }>()
  #last = 0

  note(id: string, told: Told): void {
    this.#last += 1
    this.#told.delete(id)
    this.#told.set(id, { told, at: this.#last })
    const [oldest] = this.#told.keys()
    if (this.#told.size > REMEMBERED && oldest !== undefined) this.#told.delete(oldest)
  }

  /** To be called when a read begins. What it returns has what was told of something since then. */
  begin(): (id: string) => Told | undefined {
    const began = this.#last
    return (id) => {
      const news = this.#told.get(id)
      return news && news.at > began ? news.told : undefined
    }
  }
}
