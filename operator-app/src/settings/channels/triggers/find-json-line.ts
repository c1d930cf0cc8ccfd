const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

interface Level {
  /** The property name or array index that is being read. */
  at: string | number
  isArray: boolean
}

/**
 * The line, counted from 1, on which the value at a path of a valid JSON text begins; of the nearest one around it when
 * there is none.
 */
export function findJsonLine(text: string, path: readonly string[]): number {
  const levels: Level[] = []
  let name: string | null = null
  let found = { index: 0, depth: -1 }
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const level = levels.at(-1)
    if (token === '}' || token === ']') {
      levels.pop()
      continue
    }
    if (token === ',') {
      if (level?.isArray) level.at = Number(level.at) + 1
      else name = null
      continue
    }
    if (token === ':') continue
    if (level && !level.isArray && name === null) {
      name = JSON.parse(token) as string
      level.at = name
      continue
    }
    // A value begins.
    const depth = levels.length
    const isOnPath = levels.every(({ at }, place) => String(at) === path[place])
    if (isOnPath && depth > found.depth) found = { index, depth }
    if (token === '{' || token === '[') {
      levels.push({ at: 0, isArray: token === '[' })
      name = null
    }
  }
  return lineAt(text, found.index)
}

/** The line of a place in a text, counted from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
