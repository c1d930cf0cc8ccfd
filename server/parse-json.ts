import { AppError } from './errors.ts'

/** Deeper than anything that means something to us; what walks through a value must not run out of stack. */
const DEPTH = 64

/**
 * Parses JSON from outside. Throws `invalid_json` for anything but JSON, and for arrays and objects that are nested
 * more than 64 deep.
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
  return value
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1))
}
