import type { AutomaticTexts } from './automatic-message-fields.ts'

/** The text in the first of these languages that there is one in, also in a variant of it, or else the first. */
export function pickText(texts: AutomaticTexts, languages: readonly (string | null)[]): string | null {
  const among = (fits: (language: string, wanted: string) => boolean) => {
    for (const wanted of languages) {
      const found = wanted && texts.find(({ language }) => fits(language.toLowerCase(), wanted.toLowerCase()))
      if (found) return found.text
    }
    return null
  }
  const main = (language: string) => language.split('-')[0]
  return (
    among((language, wanted) => language === wanted) ??
    among((language, wanted) => main(language) === main(wanted)) ??
    texts[0]?.text ??
    null
  )
}
