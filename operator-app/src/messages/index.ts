import { en } from './en.ts'

/** The texts that every language must have: another language's file is `const de: Messages = { … }` and must be complete. */
export type Messages = typeof en

/** The texts of the screen. */
export const t: Messages = en

export const locale = 'en'
