const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** "Chrome, Windows" for a User-Agent header; the header itself when it is of no known browser. */
export function describeDevice(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const names = [find(browsers, userAgent), find(systems, userAgent)].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(', ') : userAgent
}

/** The first pattern that fits wins: browsers pretend to be those further down. */
function find(known: [RegExp, string][], userAgent: string): string | undefined {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1]
}
