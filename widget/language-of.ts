/** The language of a locale such as `pt-BR`; pages also write `pt_BR`. */
export function languageOf(locale: string): string {
  return locale.replace(/[-_].*/, '').toLowerCase()
}
