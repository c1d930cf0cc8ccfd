import { tokenize } from 'linkifyjs'
import { toSafeUrl } from '../../../widget/safe-url.ts'

/** A piece of a text: plain, or a link when there is an address. */
export interface TextPart {
  text: string
  href: string | null
}

/** Finds web and e-mail addresses in a text. Anything that is not http, https or mailto stays plain. */
export function linkText(text: string): TextPart[] {
  return tokenize(text).map((token) => ({
    text: token.toString(),
    href: token.isLink ? toSafeUrl(token.toHref('https')) : null,
  }))
}
