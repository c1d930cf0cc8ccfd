import { AppError } from '../errors.ts'

/** Deeper than anything that means something to us; what walks through a value must not run out of stack. */
const DEPTH = 64
/** Only such a text can have a member named `__proto__`; letters can be written as escapes. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u/

/**
 * Parses JSON from outside; members named `__proto__` are left out (`dropPrototypes`). Throws `invalid_json` for
 * anything but JSON, and for arrays and objects that are nested more than 64 deep.
 */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_json', 'The body is not valid JSON.', { cause })
  }
  if (isDeeper(value, DEPTH)) {
    throw new AppError('invalid_json', `The body is nested more than ${DEPTH} levels deep.`)
  }
  if (MAY_NAME_PROTOTYPE.test(text)) dropPrototypes(value)
  return value
}

/**
 * Removes members named `__proto__` from a value from outside, however deep it is: whoever copies such an object member
 * by member would change the prototype of the copy, and Prisma refuses it.
 */
export function dropPrototypes(value: unknown): void {
  const waiting = [value]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== 'object' || part === null) continue
    if (Object.hasOwn(part, '__proto__')) Reflect.deleteProperty(part, '__proto__')
    for (const member of Object.values(part)) if (typeof member === 'object') waiting.push(member)
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1))
}
