import type { CoreState, Face, VisitMessage } from '../../core.ts'
import type { Texts } from '../texts/en.ts'

/** What is known of who wrote something. */
interface Written {
  operator: Face | null
  author?: VisitMessage['author']
}

/** What the visitor reads, and which widget it is. */
interface Shown {
  texts: Texts
  state: Pick<CoreState, 'widget'>
}

/** Whose face and name stand beside what was written to the visitor: without an operator, the bot's or the company's. */
export function personOf({ operator, author }: Written, { state, texts }: Shown): Face {
  return operator ?? { name: author === 'BOT' ? texts.bot : state.widget.name, photoUrl: null }
}
