import { router } from '../browser/router.svelte.ts'
import { laterPane } from '../ui/later/later.ts'

const read = () => import('./Conversation.svelte')
const { route } = router

// The keys of a chat that the address names must not wait for the list of chats as well. Its pane tells of a failure.
if ('chatId' in route && route.chatId !== null) void read().catch(() => {})

export const Conversation = laterPane(read)
