/**
 * What a page calls itself in the title of the window; null where its address says it. Separate because the shell, which
 * shows it, loads before the page.
 */
class PageTitle {
  #own = $state<string | null>(null)

  get own() {
    return this.#own
  }

  /** Returns what ends it. */
  show(title: string): () => void {
    this.#own = title
    return () => {
      if (this.#own === title) this.#own = null
    }
  }
}

export const pageTitle = new PageTitle()
