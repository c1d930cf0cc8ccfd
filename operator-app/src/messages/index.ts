import { en } from './en.ts'

/** The texts that every language must have: another language's file is `const de: Messages = { … }` and must be complete. */
export type Messages = typeof en

/** The texts of the screen. */
export const t: Messages = en

/** The language of the texts. */
const language = 'en'

/** How dates, times and numbers are written: in the language of the texts, and as people write them where the browser is. */
export const locale = regional(globalThis.navigator?.language ?? language)

function regional(tag: string): string {
  try {
    const { region } = new Intl.Locale(tag).maximize()
    return region ? `${language}-${region}` : language
  } catch {
    return language
  }
}
