import { enSettings } from './en-settings.ts'

/** The texts of the settings, which are loaded with them. Another language has a file of the same type. */
export type SettingsMessages = typeof enSettings

/** The texts of the settings. */
export const tSettings: SettingsMessages = enSettings
