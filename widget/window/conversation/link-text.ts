import { toSafeUrl } from '../../safe-url.ts'

/** An address, without the signs that end a sentence or a bracket around it. */
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"]{1,2000}[^\s<>"'.,;:!?)\]}*_]/giu

/** A piece of a text: plain, or a link when there is an address. */
interface TextPart {
  text: string
  href: string | null
}

/** Finds web addresses in a text. */
export function linkText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const href = /^http/i.test(address) ? address : `https://${address}`
    parts.push({ text: text.slice(end, index), href: null })
    parts.push({ text: address, href: toSafeUrl(href) })
    end = index + address.length
  }
  parts.push({ text: text.slice(end), href: null })
  return parts.filter((part) => part.text !== '')
}
