/** What the menu and the address bar know about a page of the settings. */
interface Section {
  /** Operators do not have it in their menu. */
  forAdmins: boolean
  /** It lists entries, each with a page of its own, and another page makes a new one. */
  hasEntries: boolean
}

/** The pages of the settings in the order of the menu. `settings/settings-pages.ts` has their components. */
export const settingsSections = {
  profile: { forAdmins: false, hasEntries: false },
  notifications: { forAdmins: false, hasEntries: false },
  account: { forAdmins: true, hasEntries: false },
  people: { forAdmins: false, hasEntries: false },
  departments: { forAdmins: false, hasEntries: false },
  'canned-replies': { forAdmins: false, hasEntries: false },
  channels: { forAdmins: false, hasEntries: true },
  hours: { forAdmins: true, hasEntries: false },
  tags: { forAdmins: false, hasEntries: false },
  chats: { forAdmins: true, hasEntries: false },
  routing: { forAdmins: true, hasEntries: false },
  bots: { forAdmins: true, hasEntries: true },
  'bot-providers': { forAdmins: true, hasEntries: true },
  calls: { forAdmins: true, hasEntries: false },
  developers: { forAdmins: true, hasEntries: true },
  mail: { forAdmins: true, hasEntries: false },
  retention: { forAdmins: true, hasEntries: false },
  'audit-log': { forAdmins: true, hasEntries: false },
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
