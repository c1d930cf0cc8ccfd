import { laterDialog } from '../ui/later/later.ts'

export const CommandPalette = laterDialog(() => import('./CommandPalette.svelte'))
export const ShortcutSheet = laterDialog(() => import('./ShortcutSheet.svelte'))
