import type { ByteRange } from './storage.ts'

/**
 * Reads a Range header for a file of `size` bytes. Undefined means the whole file: no header, another unit, what
 * cannot be read, or several ranges (RFC 9110 14.2 lets a server ignore it). `unsatisfiable` is to be answered with 416.
 * The packages for it (range-parser 1.3.0 and its descendants) refuse the last N bytes of a file that is shorter than N.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '') {
    if (Number(last) === 0 || size === 0) return 'unsatisfiable'
    return { start: Math.max(0, size - Number(last)), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}
