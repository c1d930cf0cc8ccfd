import { laterPane } from '../ui/later/later.ts'

export const Conversation = laterPane(() => import('./Conversation.svelte'))
