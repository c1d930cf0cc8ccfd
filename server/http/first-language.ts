const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i
const LONGEST = 35

/** The language that a browser asks for first (Accept-Language), as BCP 47; null when it says none. */
export function firstLanguage(header: string | undefined): string | null {
  const [first = ''] = (header ?? '').split(/[,;]/, 1)
  const language = first.trim()
  return language.length <= LONGEST && LANGUAGE.test(language) ? language : null
}
