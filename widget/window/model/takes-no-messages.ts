import type { CoreState } from '../../core.ts'
import { isOpen } from '../../loader/is-open.ts'

/** Messages are not taken now, or nobody is there: what is written is to go into the offline form. */
export function takesNoMessages({ state: { widget, online, chat } }: { state: CoreState }): boolean {
  return widget.paused || (!online && !isOpen(chat) && widget.offlineForm)
}
