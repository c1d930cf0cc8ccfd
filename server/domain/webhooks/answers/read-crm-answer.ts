import { z } from 'zod'
import type { OutboundAnswer } from '../../../outbound/outcome.ts'
import { parseJson } from '../../../text/parse-json.ts'
import { storableText } from '../../../text/storable-text.ts'
import { cutText } from '../../cut-text.ts'
import { isSafeLink } from '../../is-safe-link.ts'

/** One line of what an endpoint shows (contract, part 2.7). All of it is plain text. */
export type CustomDatum = {
  title: string | null
  content: string | null
  key: string | null
  link: string | null
}

/** The content of an answer (contract, part 6.3). Fields that it omits are absent. */
export interface CrmContent {
  customData?: CustomDatum[]
  enableAssign?: boolean
  crmLink?: string | null
  page?: { url: string; title: string } | null
  contactInfo?: ContactInfo
}

export type ContactInfo = Partial<Record<'name' | 'email' | 'phone' | 'description', string>>

export type CrmReading =
  /** `notes` say what was dropped. */
  | { result: 'ok'; content: CrmContent; notes: string[] }
  /** Nothing to show: an empty body, XML, no `result` or a blank one. */
  | { result: 'none'; notes: string[] }
  | { result: 'failure'; reason: string }

const MAX_ITEMS = 50
const MAX_TITLE = 200
const MAX_CONTENT = 2_000
const MAX_LINK = 2_000
const MAX_CONTACT = 255
const MAX_REASON = 500

/** A text of the answer; numbers are shown as such, and everything else counts as absent. */
const text = (length: number) =>
  z
    .union([z.string(), z.number()])
    .transform((value) => cutText(storableText(String(value)).trim(), length) || null)
    .nullable()
    .catch(null)

/** Not cut: the beginning of a link leads elsewhere. */
const link = text(Number.POSITIVE_INFINITY)

const itemSchema = z.object({
  title: text(MAX_TITLE),
  content: text(MAX_CONTENT),
  key: text(MAX_TITLE),
  link,
})

const answerSchema = z.object({
  result: z.unknown(),
  custom_data: z.array(z.unknown()).optional().catch(undefined),
  contact_info: z
    .object({
      name: text(MAX_CONTACT),
      email: text(MAX_CONTACT),
      phone: text(MAX_CONTACT),
      description: text(MAX_CONTENT),
    })
    .optional()
    .catch(undefined),
  enable_assign: z
    .union([z.boolean(), z.stringbool(), z.literal(1).transform(() => true)])
    .optional()
    .catch(undefined),
  crm_link: link.optional(),
  page: z
    .object({ url: link, title: text(MAX_TITLE) })
    .nullable()
    .optional()
    .catch(undefined),
})

/**
 * Reads what an endpoint answered: JSON whatever the Content-Type says, `result` in any letter case. Links to hosts
 * that are not safe are removed, and those that are too long.
 */
export function readCrmAnswer(
  { body, truncated }: Pick<OutboundAnswer, 'body' | 'truncated'>,
  safeHosts: readonly string[],
): CrmReading {
  if (truncated)
    return { result: 'none', notes: ['The answer is longer than 64 KiB, so nothing of it is shown.'] }
  const answer = answerSchema.safeParse(tryParse(body))
  const result = wordOf(answer.data?.result)
  if (!answer.success || result === '') return { result: 'none', notes: [] }
  if (result.toLowerCase() !== 'ok') return { result: 'failure', reason: reasonOf(result) }
  const { custom_data: items, contact_info, enable_assign: enableAssign, crm_link: link, page } = answer.data
  const safe = new SafeLinks(safeHosts)
  const content: CrmContent = {
    ...(items && { customData: items.slice(0, MAX_ITEMS).flatMap((item) => readItem(item, safe)) }),
    ...(enableAssign !== undefined && { enableAssign }),
    ...(link !== undefined && { crmLink: safe.check(link, 'crm_link') }),
    ...(page !== undefined && { page: readPage(page, safe) }),
    ...(contact_info && { contactInfo: contactOf(contact_info) }),
  }
  const tooMany = items && items.length > MAX_ITEMS
  const cut = tooMany ? [`Only the first ${MAX_ITEMS} items of custom_data are shown.`] : []
  return { result: 'ok', content, notes: [...safe.notes, ...cut] }
}

/** Says which links were removed. */
class SafeLinks {
  readonly notes: string[] = []
  readonly #hosts: readonly string[]

  constructor(hosts: readonly string[]) {
    this.#hosts = hosts
  }

  check(link: string | null, field: string): string | null {
    const isLong = link !== null && link.length > MAX_LINK
    if (link === null || (!isLong && isSafeLink(link, this.#hosts))) return link
    const why = isLong
      ? `it has more than ${MAX_LINK.toLocaleString('en')} characters`
      : 'its host is not in the list of safe URLs'
    const note = `A link in ${field} was removed: ${why}.`
    if (!this.notes.includes(note)) this.notes.push(note)
    return null
  }
}

function readItem(item: unknown, safe: SafeLinks): CustomDatum[] {
  const read = itemSchema.safeParse(item)
  if (!read.success) return []
  const datum = { ...read.data, link: safe.check(read.data.link, 'custom_data') }
  return datum.title || datum.content || datum.key || datum.link ? [datum] : []
}

function readPage(
  page: { url: string | null; title: string | null } | null,
  safe: SafeLinks,
): CrmContent['page'] {
  const url = safe.check(page?.url ?? null, 'page.url')
  return url === null ? null : { url, title: page?.title ?? '' }
}

function contactOf(contact: Record<keyof ContactInfo, string | null>): ContactInfo {
  return Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== null))
}

/** An object is what it looks like: it may have a `toString` of its own. */
function wordOf(result: unknown): string {
  return (typeof result === 'object' && result ? JSON.stringify(result) : String(result ?? '')).trim()
}

function reasonOf(result: string): string {
  const words = cutText(storableText(result).trim(), MAX_REASON)
  return words.toUpperCase() === 'FAILURE' ? 'It answered FAILURE.' : `It answered: ${words}`
}

function tryParse(body: string): unknown {
  try {
    return parseJson(body.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
