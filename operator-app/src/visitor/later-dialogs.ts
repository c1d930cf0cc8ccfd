import { laterDialog } from '../ui/later/later.ts'

export const BlacklistDialog = laterDialog(() => import('./BlacklistDialog.svelte'))
export const EditVisitorDialog = laterDialog(() => import('./EditVisitorDialog.svelte'))
export const EraseDialog = laterDialog(() => import('./EraseDialog.svelte'))
export const MergeDialog = laterDialog(() => import('./MergeDialog.svelte'))
export const StartCallDialog = laterDialog(() => import('./StartCallDialog.svelte'))
export const WriteDialog = laterDialog(() => import('./WriteDialog.svelte'))
