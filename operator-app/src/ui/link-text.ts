import { tokenize } from 'linkifyjs'

/** A piece of a text: plain, or a link when there is an address. */
export interface TextPart {
  text: string
  href: string | null
}

const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/** Finds web and e-mail addresses in a text. Anything that is not http, https or mailto stays plain. */
export function linkText(text: string): TextPart[] {
  return tokenize(text).map((token) => ({
    text: token.toString(),
    href: token.isLink ? toSafeUrl(token.toHref('https')) : null,
  }))
}

/** The address when a link to it is harmless, else null. */
export function toSafeUrl(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null
  return SAFE_PROTOCOLS.has(new URL(address).protocol) ? address : null
}
