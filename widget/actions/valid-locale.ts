/** A locale that `Intl` accepts: pages also write `en_US`, or anything. */
export function validLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replace(/_/g, '-'))[0] as string
  } catch {
    return navigator.language
  }
}
