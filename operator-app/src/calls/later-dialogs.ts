import { laterDialog } from '../ui/later/later.ts'

export const FailCallDialog = laterDialog(() => import('./FailCallDialog.svelte'))
