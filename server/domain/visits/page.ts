import { storableText } from '../../text/storable-text.ts'
import { cutText } from '../cut-text.ts'

/** The page that a visitor is on, as reported by the page. */
export interface Page {
  url: string
  title?: string | null | undefined
  referrer?: string | null | undefined
}

/** A step of the page trail. */
export type Step = {
  url: string
  title: string
  /** RFC 3339. */
  at: string
}

/** The campaign parameters of an address: the keys of the contract's `utm_json` (part 2.7). */
export const UTM = ['source', 'campaign', 'content', 'medium', 'term'] as const
/** What one says. */
export type Utm = Partial<Record<(typeof UTM)[number], string>>

const URL_LENGTH = 2048
const TITLE_LENGTH = 300
const UTM_LENGTH = 255

/** How many pages of a visit are kept. */
export const TRAIL_LENGTH = 30

/** The stored data of a page. */
export function readPage({ url, title, referrer }: Page) {
  return {
    url: cut(url, URL_LENGTH),
    title: cut(title ?? '', TITLE_LENGTH),
    referrer: cut(referrer ?? '', URL_LENGTH) || null,
  }
}

/** The campaign in an address; null if there is none. */
export function utmOf(url: string): Utm | null {
  if (!URL.canParse(url)) return null
  const { searchParams } = new URL(url)
  const found = UTM.flatMap((name) => {
    const value = cut(searchParams.get(`utm_${name}`) ?? '', UTM_LENGTH)
    return value ? [[name, value] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}

function cut(text: string, length: number): string {
  return cutText(storableText(text).trim(), length)
}
