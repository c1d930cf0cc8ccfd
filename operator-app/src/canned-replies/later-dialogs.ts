import { laterDialog } from '../ui/later/later.ts'

export const CannedReplyDialog = laterDialog(() => import('./CannedReplyDialog.svelte'))
