import { tokenize } from 'linkifyjs'
import { toSafeUrl } from '../../../widget/safe-url.ts'

/** A piece of a text: plain, or a link when there is an address. */
export interface TextPart {
  text: string
  href: string | null
}

/** What is shown of the path of an address, in characters. */
const PATH_LENGTH = 40

/**
 * Finds web and e-mail addresses in a text. Anything that is not http, https or mailto stays plain. Of a web address, its
 * host and the beginning of its path are shown.
 */
export function linkText(text: string): TextPart[] {
  return tokenize(text).map((token) => {
    const href = token.isLink ? toSafeUrl(token.toHref('https')) : null
    return { text: (href && describeAddress(href)) ?? token.toString(), href }
  })
}

/**
 * The host where a link really leads, an internationalized one in ASCII (`xn--…`), because letters of other scripts can
 * look like familiar ones. Null for what is not a web address.
 */
function describeAddress(href: string): string | null {
  const { protocol, host, pathname, search, hash } = new URL(href)
  if (!protocol.startsWith('http')) return null
  const path = (pathname + search + hash).replace(/\/$/, '')
  return host + (path.length > PATH_LENGTH ? `${path.slice(0, PATH_LENGTH)}…` : path)
}
