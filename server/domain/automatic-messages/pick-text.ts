import type { AutomaticTexts } from './automatic-message-fields.ts'

/** The text in the first of these languages that there is one in, if only in a variant of it, or else the first. */
export function pickText(texts: AutomaticTexts, languages: readonly (string | null)[]): string | null {
  for (const language of languages) {
    const wanted = language?.toLowerCase()
    const found =
      wanted &&
      (texts.find((text) => text.language.toLowerCase() === wanted) ??
        texts.find((text) => mainOf(text.language) === mainOf(wanted)))
    if (found) return found.text
  }
  return texts[0]?.text ?? null
}

function mainOf(language: string): string | undefined {
  return language.toLowerCase().split('-')[0]
}
