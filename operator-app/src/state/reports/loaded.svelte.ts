import { showProblem } from '../toasts.ts'

/**
 * The last answer to a question that changes. While the next one is on its way, it stays, so that the page does not jump; an
 * answer to an earlier question never replaces a later one.
 */
export class Loaded<Question, Answer> {
  data = $state.raw<Answer | null>(null)
  failed = $state(false)
  busy = $state(false)
  #last = 0
  readonly #read: (question: Question) => Promise<Answer>

  constructor(read: (question: Question) => Promise<Answer>) {
    this.#read = read
  }

  async load(question: Question): Promise<void> {
    this.#last += 1
    const number = this.#last
    this.busy = true
    try {
      const data = await this.#read(question)
      if (number !== this.#last) return
      this.data = data
      this.failed = false
    } catch (error) {
      if (number !== this.#last) return
      this.failed = this.data === null
      if (!this.failed) showProblem(error)
    } finally {
      if (number === this.#last) this.busy = false
    }
  }
}
