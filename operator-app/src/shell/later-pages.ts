import { laterPane } from '../ui/later/later.ts'

export const ArchivePage = laterPane(() => import('../archive/ArchivePage.svelte'))
export const CallsPage = laterPane(() => import('../calls/CallsPage.svelte'))
export const MentionsPage = laterPane(() => import('../mentions/MentionsPage.svelte'))
export const ReportsPage = laterPane(() => import('../reports/ReportsPage.svelte'), { isRare: true })
export const SettingsPage = laterPane(() => import('../settings/SettingsPage.svelte'), { isRare: true })
export const TeamPage = laterPane(() => import('../team/TeamPage.svelte'))
export const VisitorsOnSitePage = laterPane(() => import('../visitors-on-site/VisitorsOnSitePage.svelte'))
