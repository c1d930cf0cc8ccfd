import { laterDialog } from '../ui/later/later.ts'

export const SaveViewDialog = laterDialog(() => import('./SaveViewDialog.svelte'))
