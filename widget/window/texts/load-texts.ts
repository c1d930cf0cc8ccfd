import { languageOf } from '../../language-of.ts'
import { en, type Texts } from './en.ts'

/** Each is a file of its own, so that a page loads only the one that it shows. */
const OTHERS: Record<string, () => Promise<{ default: Texts }>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
  ru: () => import('./ru.ts'),
}

/** The languages of the window. A function, so that the window's bundle, which never calls it, leaves it out. */
export function listLanguages(): string[] {
  return ['en', ...Object.keys(OTHERS)].sort()
}

/** The texts of a locale such as `pt-BR`; English when there are none, or when they cannot be loaded. */
export async function loadTexts(locale: string): Promise<Texts> {
  try {
    return (await OTHERS[languageOf(locale)]?.())?.default ?? en
  } catch {
    return en
  }
}

/** Whether a locale is written from the right. */
export function isRightToLeft(locale: string): boolean {
  return languageOf(locale) === 'ar'
}
