import { laterPane } from '../ui/later/later.ts'

export const VisitorPane = laterPane(() => import('./VisitorPane.svelte'))
