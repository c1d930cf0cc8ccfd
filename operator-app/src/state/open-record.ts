import type { ArchiveSection } from '../browser/route.ts'
import { router } from '../browser/router.svelte.ts'

/** What is open beside a list, by the address. */
export const openRecord = {
  get chatId(): string | null {
    const { route } = router
    return route.name === 'inbox' || route.name === 'mentions' ? route.chatId : inArchive('chats')
  },

  get callId(): string | null {
    const { route } = router
    return route.name === 'calls' ? route.callId : inArchive('calls')
  },

  get offlineMessageId(): string | null {
    return inArchive('offline-messages')
  },
}

function inArchive(section: ArchiveSection): string | null {
  const { route } = router
  return route.name === 'archive' && route.section === section ? route.id : null
}
