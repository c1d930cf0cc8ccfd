import { z } from 'zod'
import type { Db, Tx } from '../../../database/client.ts'
import { type ChatStatus, Prisma } from '../../../generated/prisma/client.ts'
import { openingHoursSql } from '../../hours/opening-hours-sql.ts'
import { readOpeningHours } from '../../hours/read-opening-hours.ts'
import { geoOf } from '../../visits/geo-of.ts'
import type { Utm } from '../../visits/page.ts'
import type { RuleSubject } from './rule-subject.ts'

/** A chat that rules are asked about. */
export interface AskedChat {
  id: string
  status: ChatStatus
  departmentId: string | null
  /** Whether an operator has had it: no rule decides about it any more. */
  wasAccepted: boolean
  /** Since when the visitor has waited for an operator. */
  waitsSince: Date
  /** Who answered this visitor last, and when that chat was closed. */
  lastOperatorId: string | null
  lastClosedAt: Date | null
  subject: RuleSubject
}

interface Row extends Omit<AskedChat, 'subject'> {
  channelId: string
  tagIds: string[]
  page: string | null
  referrer: string | null
  utm: Utm | null
  geo: Prisma.JsonValue
  language: string | null
  customData: Prisma.JsonValue
  attributes: Prisma.JsonValue
  botReason: string | null
  hours: Parameters<typeof readOpeningHours>[0] | null
}

const hours = openingHoursSql({
  accountId: Prisma.sql`chat."accountId"`,
  channelId: Prisma.sql`chat."channelId"`,
  departmentId: Prisma.sql`chat."departmentId"`,
})

/** What rules ask about a chat, whatever has happened to it. */
export async function findRuleSubject(
  tx: Db | Tx,
  { accountId, chatId }: { accountId: string; chatId: string },
): Promise<AskedChat | null> {
  const [asked] = await findRuleSubjects(tx, { accountId, chatIds: [chatId] })
  return asked ?? null
}

/** The same about several chats. */
export async function findRuleSubjects(
  tx: Db | Tx,
  { accountId, chatIds }: { accountId: string; chatIds: readonly string[] },
): Promise<AskedChat[]> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT chat.id, chat.status::text AS status, chat."channelId", chat."departmentId", chat."tagIds",
      chat."acceptedAt" IS NOT NULL AS "wasAccepted", coalesce(chat."queuedAt", chat."createdAt") AS "waitsSince",
      visitor."pageUrl" AS page, visit.referrer, visit.utm, visit.geo, visit.language, visit."customData",
      visit.attributes, earlier."userId" AS "lastOperatorId", earlier."closedAt" AS "lastClosedAt",
      CASE WHEN chat."handOffReason" = 'BOT_INVITED' THEN (
        SELECT notice.notice->>'reason' FROM "Message" notice
        WHERE notice."chatId" = chat.id AND notice.type = 'NOTICE' AND notice.notice->>'kind' = 'BOT_HANDED_OVER'
        ORDER BY notice.seq DESC LIMIT 1) END AS "botReason",
      ${hours} AS hours
    FROM "Chat" chat JOIN "Visitor" visitor ON visitor.id = chat."visitorId"
    LEFT JOIN "Visit" visit ON visit."visitorId" = chat."visitorId"
    LEFT JOIN LATERAL (
      SELECT member."userId", before."closedAt" FROM "Chat" before
      JOIN "ChatMember" member ON member."chatId" = before.id
      WHERE before."visitorId" = chat."visitorId" AND before."closedAt" IS NOT NULL
      ORDER BY before."closedAt" DESC, before.number DESC, member."joinedAt" DESC LIMIT 1
    ) earlier ON true
    WHERE chat.id = ANY(${[...chatIds]}::uuid[]) AND chat."accountId" = ${accountId}::uuid`
  const at = new Date()
  return rows.map((row) => ({ ...row, subject: subjectOf(row, at) }))
}

function subjectOf(row: Row, at: Date): RuleSubject {
  const { channelId, page, referrer, language, tagIds, botReason } = row
  return {
    channelId,
    page,
    referrer,
    utm: row.utm ?? {},
    country: (row.geo && geoOf(row.geo)?.countryCode) || null,
    language,
    customData: [...readEntries(row.customData), ...readAttributes(row.attributes)],
    tagIds,
    botReason,
    isReturning: row.lastOperatorId !== null,
    hours: row.hours && readOpeningHours(row.hours),
    at,
  }
}

const entries = z.array(
  z
    .object({ title: z.string().nullable(), key: z.string().nullable(), content: z.string() })
    .catch({ title: null, key: null, content: '' }),
)

/** `setCustomData`: under the title and the key of each. */
function readEntries(stored: Prisma.JsonValue): RuleSubject['customData'] {
  return entries
    .catch([])
    .parse(stored)
    .flatMap(({ title, key, content }) =>
      [title, key].filter((name) => name !== null).map((name) => ({ key: name, value: content })),
    )
}

/** `setClientAttributes`. */
function readAttributes(stored: Prisma.JsonValue): RuleSubject['customData'] {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return []
  return Object.entries(stored).map(([key, value]) => ({ key, value: String(value) }))
}
