import { extname } from 'node:path'

const BY_EXTENSION: Record<string, string> = {
  '.csv': 'text/csv',
  '.ics': 'text/calendar',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.tsv': 'text/tab-separated-values',
  '.vcf': 'text/vcard',
  '.xml': 'application/xml',
}

/** What may stand before the first element: white space, comments, the XML declaration. */
const PROLOGUE = /^(\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)+/
const SVG = /^<(!doctype\s+svg|([a-z0-9_]+:)?svg)[\s/>]/i
const HTML =
  /^<(!doctype\s+html|html|head|body|title|meta|link|base|script|style|iframe|frameset|object|embed|form|table|div|p|a|b|br|img|input|h[1-6])[\s/>]/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells text from data
const CONTROLS = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/

/**
 * The type of a text by its first bytes, or undefined when they are not text (UTF-8, or UTF-16 with its mark). HTML
 * and SVG are recognized by their content whatever the name says; the name only chooses among harmless kinds.
 */
export function detectTextType(head: Buffer, declaredName: string): string | undefined {
  const text = decode(head)
  if (text === undefined || CONTROLS.test(text)) return undefined
  const start = text.replace(PROLOGUE, '')
  if (SVG.test(start)) return 'image/svg+xml'
  if (HTML.test(start)) return 'text/html'
  if (/^\s*<\?xml\s/.test(text)) return 'application/xml'
  return BY_EXTENSION[extname(declaredName).toLowerCase()] ?? 'text/plain'
}

function decode(head: Buffer): string | undefined {
  const mark = head.subarray(0, 2).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  try {
    // As a stream: the head may end in the middle of a character.
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}
