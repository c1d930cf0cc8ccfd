const UNITS = [
  { seconds: 86_400, name: 'd' },
  { seconds: 3_600, name: 'h' },
  { seconds: 60, name: 'min' },
  { seconds: 1, name: 's' },
]

/** "3 min 12 s": the two largest units. */
export function spellSeconds(seconds: number): string {
  const [large, small] = UNITS.slice(UNITS.findIndex((unit) => seconds >= unit.seconds))
  if (!large) return '0 s'
  const rest = small ? Math.floor((seconds % large.seconds) / small.seconds) : 0
  const first = `${Math.floor(seconds / large.seconds)} ${large.name}`
  return small && rest > 0 ? `${first} ${rest} ${small.name}` : first
}
