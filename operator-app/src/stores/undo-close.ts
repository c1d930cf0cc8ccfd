import type { Closings } from './closings.svelte.ts'
import { inboxPath } from './route.ts'
import { router } from './router.svelte.ts'
import { signals } from './signals.ts'

/** Takes back a chat that was just closed, and opens it again. The last one when none is named. */
export function undoClose(closings: Closings, chatId: string | undefined = closings.last): void {
  if (chatId === undefined || !closings.undo(chatId)) return
  router.navigate(inboxPath('mine', chatId))
  setTimeout(() => signals.send('focus-composer'))
}
