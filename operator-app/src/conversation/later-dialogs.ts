import { laterDialog } from '../ui/later/later.ts'

export const CloseTagDialog = laterDialog(() => import('./CloseTagDialog.svelte'))
export const LocationDialog = laterDialog(() => import('./LocationDialog.svelte'))
export const PickTargetDialog = laterDialog(() => import('./PickTargetDialog.svelte'))
export const PriorityDialog = laterDialog(() => import('./PriorityDialog.svelte'))
export const SnoozeDialog = laterDialog(() => import('./SnoozeDialog.svelte'))
export const TagDialog = laterDialog(() => import('./TagDialog.svelte'))
