import { listLanguages } from './load-texts.ts'

/**
 * The locale in which the window shows times, sizes and names beside its texts: that of the page, or English as it is
 * written in the page's region if there are no texts in its language. Pages also write `en_US`, or anything.
 */
export function shownLocale(locale: string): string {
  try {
    const known = new Intl.Locale(locale.replace(/_/g, '-'))
    if (listLanguages().includes(known.language)) return `${known}`
    const { region } = known.maximize()
    return region ? `en-${region}` : 'en'
  } catch {
    return 'en'
  }
}
