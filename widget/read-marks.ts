import { toSafeUrl } from './safe-url.ts'

/** A piece of a bot's text, with how it looks. */
export interface MarkedPart {
  text: string
  bold: boolean
  italic: boolean
  /** Only http, https or mailto. */
  href: string | null
}

/** How addresses in the text itself become links: the operator app and the widget know different ones. */
type LinkText = (text: string) => Pick<MarkedPart, 'text' | 'href'>[]
type Look = Omit<MarkedPart, 'text'>

const PLAIN: Look = { bold: false, italic: false, href: null }

// In this order: an escaped sign, a link, bold, italic. The lengths are bounded, so that a text of nothing but
// opening signs is read in no time; an underscore inside of a word is only that.
const MARK =
  /\\(?<sign>[\\*_[\]()])|\[(?<label>[^[\]\n]{1,500})\]\((?<address>[^\s()]{1,2000})\)|(?<two>\*\*|__)(?=\S)(?<strong>[^\n]{1,2000}?)(?<=\S)\k<two>|(?<![\w*])(?<one>\*|(?<![\p{L}\p{N}])_)(?=[^\s*_])(?<soft>[^\n]{1,2000}?)(?<=\S)\k<one>(?!\w|(?<=_)[\p{L}\p{N}])/gu

/**
 * Reads the Markdown that a bot may write: link, bold and italic (contract, 2.6). Everything else, and a link that
 * leads anywhere but to http, https or mailto, stays as it was written.
 */
export function readMarks(text: string, linkText: LinkText, look: Look = PLAIN): MarkedPart[] {
  const parts: MarkedPart[] = []
  let end = 0
  for (const match of text.matchAll(MARK)) {
    parts.push(...readPlain(text.slice(end, match.index), linkText, look), ...readMark(match, linkText, look))
    end = match.index + match[0].length
  }
  return [...parts, ...readPlain(text.slice(end), linkText, look)]
}

function readMark({ 0: source, groups = {} }: RegExpExecArray, linkText: LinkText, look: Look): MarkedPart[] {
  const { sign, label, address, strong, soft } = groups
  if (sign) return [{ ...look, text: sign }]
  if (strong) return readMarks(strong, linkText, { ...look, bold: true })
  if (soft) return readMarks(soft, linkText, { ...look, italic: true })
  const href = look.href === null ? toSafeUrl(address ?? null) : null
  return href === null ? [{ ...look, text: source }] : readMarks(label ?? '', linkText, { ...look, href })
}

function readPlain(text: string, linkText: LinkText, look: Look): MarkedPart[] {
  if (text === '') return []
  if (look.href !== null) return [{ ...look, text }]
  return linkText(text).map((part) => ({ ...look, ...part }))
}
