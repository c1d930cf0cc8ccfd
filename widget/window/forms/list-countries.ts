/** Two letters and a calling code for each country, one after the other. Put here by the build. */
declare const CALLING_CODES: string

export interface Country {
  /** Two letters (ISO 3166). */
  id: string
  name: string
  /** The calling code, without a plus sign. */
  code: string
}

/** The countries that can be called, in the order of their names; every country when none are given. */
export function listCountries(allowed: string[], locale: string): Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return [...CALLING_CODES.matchAll(/([A-Z]{2})(\d+)/g)]
    .map(([, id = '', code = '']) => ({ id, code, name: names.of(id) ?? id }))
    .filter(({ id }) => allowed.length === 0 || allowed.includes(id))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
}
