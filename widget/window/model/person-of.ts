import type { Face, Invitation } from '../../core.ts'
import type { ChatWindow } from './chat-window.ts'

/** Whom an invitation is from: an operator, or the company for one of a trigger or of the page. */
export function personOf({ operator }: Invitation, { state }: ChatWindow): Face {
  return operator ?? { name: state.widget.name, photoUrl: null }
}
