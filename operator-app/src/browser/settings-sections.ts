/** The headings of the menu, in its order. */
export const settingsGroups = ['you', 'team', 'chats', 'integrations', 'system'] as const

/** What the menu and the address bar know about a page of the settings. */
interface Section {
  group: (typeof settingsGroups)[number]
  /** Operators do not have it in their menu. */
  forAdmins: boolean
  /** It lists entries, each with a page of its own, and another page makes a new one. */
  hasEntries: boolean
}

/** The pages of the settings in the order of the menu, those of a group together. `settings/settings-pages.ts` has their components. */
export const settingsSections = {
  profile: { group: 'you', forAdmins: false, hasEntries: false },
  notifications: { group: 'you', forAdmins: false, hasEntries: false },
  account: { group: 'team', forAdmins: true, hasEntries: false },
  people: { group: 'team', forAdmins: false, hasEntries: false },
  departments: { group: 'team', forAdmins: false, hasEntries: false },
  hours: { group: 'team', forAdmins: true, hasEntries: false },
  channels: { group: 'chats', forAdmins: false, hasEntries: true },
  routing: { group: 'chats', forAdmins: true, hasEntries: false },
  chats: { group: 'chats', forAdmins: true, hasEntries: false },
  tags: { group: 'chats', forAdmins: false, hasEntries: false },
  'canned-replies': { group: 'chats', forAdmins: false, hasEntries: false },
  calls: { group: 'chats', forAdmins: true, hasEntries: false },
  bots: { group: 'integrations', forAdmins: true, hasEntries: true },
  'bot-providers': { group: 'integrations', forAdmins: true, hasEntries: true },
  developers: { group: 'integrations', forAdmins: true, hasEntries: true },
  mail: { group: 'integrations', forAdmins: true, hasEntries: false },
  retention: { group: 'system', forAdmins: true, hasEntries: false },
  'audit-log': { group: 'system', forAdmins: true, hasEntries: false },
  installation: { group: 'system', forAdmins: true, hasEntries: false },
} as const satisfies Record<string, Section>

export type SettingsSection = keyof typeof settingsSections

/** The sections whose entries have pages. */
export type SectionWithEntries = {
  [Name in SettingsSection]: (typeof settingsSections)[Name]['hasEntries'] extends true ? Name : never
}[SettingsSection]

const names = Object.keys(settingsSections) as SettingsSection[]

/** The section with this name in the address bar. */
export function findSection(name: string): SettingsSection | undefined {
  return names.find((section) => section === name)
}

/** The sections that somebody has in their menu. */
export function sectionsFor({ isAdmin }: { isAdmin: boolean }): SettingsSection[] {
  return names.filter((name) => isAdmin || !settingsSections[name].forAdmins)
}
