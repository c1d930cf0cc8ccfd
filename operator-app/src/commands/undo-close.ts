import { inboxPath } from '../browser/route.ts'
import { router } from '../browser/router.svelte.ts'
import type { Closings } from '../state/inbox/closings.svelte.ts'
import { uiRequests } from './ui-requests.ts'

/** Takes back a chat that was just closed, and opens it again. The last one when none is named. */
export function undoClose(closings: Closings, chatId: string | undefined = closings.last): void {
  if (chatId === undefined || !closings.undo(chatId)) return
  router.navigate(inboxPath('mine', chatId))
  setTimeout(() => uiRequests.send('focus-composer'))
}
