import { extname } from 'node:path'

const MAX_BYTES = 255
/** Controls, line separators, halves of surrogate pairs, and what turns `gpj.exe` into `exe.jpg` on the screen. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
const RESERVED = /[<>:"|?*]/g

/**
 * A name that can be shown and saved anywhere: the last part of a path, without invisible and reserved
 * characters or leading dots, at most 255 bytes of UTF-8 with the extension kept. `file` when nothing is left.
 */
export function sanitizeFileName(name: string): string {
  const last =
    name
      .replace(INVISIBLE, '')
      .split(/[/\\]/)
      .findLast((part) => part.trim() !== '') ?? ''
  const plain = last
    .normalize('NFC')
    .replace(RESERVED, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return shorten(plain || 'file')
}

function shorten(name: string): string {
  const extension = extname(name)
  // A dot far from the end belongs to a sentence, not to an extension.
  const kept = Buffer.byteLength(extension) <= 32 ? extension : ''
  const stem = cutBytes(name.slice(0, name.length - kept.length), MAX_BYTES - Buffer.byteLength(kept))
  return stem + kept
}

/** Whole characters only: half of one would be shown as a replacement sign. */
function cutBytes(text: string, maxBytes: number): string {
  let bytes = 0
  let cut = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    cut += character
  }
  return cut
}
