import { linkText, toSafeUrl } from '../ui/link-text.ts'

/** A piece of a bot's text, with how it looks. */
export interface MarkdownPart {
  text: string
  bold: boolean
  italic: boolean
  /** Only http, https or mailto. */
  href: string | null
}

type Look = Omit<MarkdownPart, 'text'>

const PLAIN: Look = { bold: false, italic: false, href: null }

// In this order: an escaped sign, a link, bold, italic. The lengths are bounded, so that a text of nothing but
// opening signs is read in no time; an underscore inside of a word is only that.
const MARK =
  /\\(?<sign>[\\*_[\]()])|\[(?<label>[^[\]\n]{1,500})\]\((?<address>[^\s()]{1,2000})\)|(?<two>\*\*|__)(?=\S)(?<strong>[^\n]{1,2000}?)(?<=\S)\k<two>|(?<![\w*])(?<one>[*_])(?=[^\s*_])(?<soft>[^\n]{1,2000}?)(?<=\S)\k<one>(?!\w)/gu

/**
 * Reads the Markdown that a bot may write: link, bold and italic (contract, 2.6). Everything else, and a link that
 * leads anywhere but to http, https or mailto, stays as it was written.
 */
export function readMarkdown(text: string, look: Look = PLAIN): MarkdownPart[] {
  const parts: MarkdownPart[] = []
  let end = 0
  for (const match of text.matchAll(MARK)) {
    parts.push(...readPlain(text.slice(end, match.index), look), ...readMark(match, look))
    end = match.index + match[0].length
  }
  return [...parts, ...readPlain(text.slice(end), look)]
}

function readMark({ 0: source, groups = {} }: RegExpExecArray, look: Look): MarkdownPart[] {
  const { sign, label, address, strong, soft } = groups
  if (sign) return [{ ...look, text: sign }]
  if (strong) return readMarkdown(strong, { ...look, bold: true })
  if (soft) return readMarkdown(soft, { ...look, italic: true })
  const href = look.href === null ? toSafeUrl(address ?? null) : null
  return href === null ? [{ ...look, text: source }] : readMarkdown(label ?? '', { ...look, href })
}

function readPlain(text: string, look: Look): MarkdownPart[] {
  if (text === '') return []
  if (look.href !== null) return [{ ...look, text }]
  return linkText(text).map((part) => ({ ...look, ...part }))
}
