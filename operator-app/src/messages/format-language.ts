/** The name of a language (BCP 47), or the tag itself where the browser knows none. */
export function formatLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
