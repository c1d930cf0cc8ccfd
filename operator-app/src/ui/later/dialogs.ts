import { laterDialog } from './later.ts'

export const Dialog = laterDialog(() => import('../Dialog.svelte'))
export const ConfirmDialog = laterDialog(() => import('../ConfirmDialog.svelte'))
