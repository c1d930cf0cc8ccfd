import { SvelteSet } from 'svelte/reactivity'

/**
 * Foreign servers whose files this tab loads by itself, because the operator asked to see one of theirs: they know the
 * operator's address by then. Apart from the preferences, because it ends with the tab.
 */
export const shownHosts = new SvelteSet<string>()
