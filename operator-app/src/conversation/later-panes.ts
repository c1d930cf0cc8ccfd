import { router } from '../browser/router.svelte.ts'
import { laterPane } from '../ui/later/later.ts'

/** Loads the conversation, if it is not there yet. */
export const readConversation = () => import('./Conversation.svelte')
const { route } = router

// The keys of a chat that the address names must not wait for the list of chats as well. Its pane tells of a failure.
if ('chatId' in route && route.chatId !== null) void readConversation().catch(() => {})

export const Conversation = laterPane(readConversation)
