const SPACE = /\s*/y
const STRING = /"(?:[^"\\\n]|\\.)*"/y
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y

/** The place of the first syntax error in JSON, which not all browsers report. */
export function findSyntaxError(text: string): number {
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const sign = (wanted: string) => {
    take(SPACE)
    if (text[at] !== wanted) return false
    at += 1
    return true
  }
  const value = (): boolean => {
    if (sign('{')) return list('}', member)
    if (sign('[')) return list(']', value)
    return take(STRING) || take(NUMBER) || take(WORD)
  }
  const member = () => {
    take(SPACE)
    return take(STRING) && sign(':') && value()
  }
  const list = (end: string, part: () => boolean): boolean => {
    if (sign(end)) return true
    do {
      if (!part()) return false
    } while (sign(','))
    return sign(end)
  }
  value()
  take(SPACE)
  return at
}
