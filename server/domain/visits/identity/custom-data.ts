import { storableText } from '../../../text/storable-text.ts'
import { cutText } from '../../cut-text.ts'
import { isSafeLink } from '../../is-safe-link.ts'

/** An item of `setCustomData` (contract, part 4.4), as the page gives it. */
export interface CustomItem {
  content?: string | null | undefined
  title?: string | null | undefined
  link?: string | null | undefined
  key?: string | null | undefined
}

/** The same as operators see it. */
export type CleanItem = {
  content: string
  title: string | null
  link: string | null
  key: string | null
  /** Whether its link was removed, because its host is not one of the account's Safe URLs. */
  linkRemoved: boolean
}

/** Of more, the first are used. */
const MAX_ITEMS = 10
export const CONTENT_LENGTH = 2_000
export const NAME_LENGTH = 200
const LINK_LENGTH = 2_048

/** The items in their order, without markup, and without links to other hosts. */
export function readCustomData(items: readonly CustomItem[], safeUrlHosts: readonly string[]): CleanItem[] {
  return items.slice(0, MAX_ITEMS).map(({ content, title, link, key }) => {
    const address = (link ?? '').trim()
    const isSafe = address.length <= LINK_LENGTH && isSafeLink(address, safeUrlHosts)
    return {
      content: clean(content, CONTENT_LENGTH),
      title: clean(title, NAME_LENGTH) || null,
      key: clean(key, NAME_LENGTH) || null,
      link: isSafe ? new URL(address).href : null,
      linkRemoved: address !== '' && !isSafe,
    }
  })
}

/** A text without tags. Screens still show it as text: it is never markup. */
function clean(text: string | null | undefined, length: number): string {
  const bounded = cutText(storableText(text ?? ''), length * 4)
  return cutText(bounded.replace(/<\/?[a-z!][^<>]*>/gi, '').trim(), length)
}
