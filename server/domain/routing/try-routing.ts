import { z } from 'zod'
import type { Db } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { type ChatPriority, type ChatRouting, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { checkIds } from '../check-ids.ts'
import { isOpen } from '../hours/is-open.ts'
import type { OpeningHours } from '../hours/opening-hours.ts'
import { openingHoursSql } from '../hours/opening-hours-sql.ts'
import { readOpeningHours } from '../hours/read-opening-hours.ts'
import { parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { CONTENT_LENGTH, NAME_LENGTH } from '../visits/identity/custom-data.ts'
import { utmOf } from '../visits/page.ts'
import { type Candidate, chooseOperators, isFull } from './choose-operators.ts'
import { findCandidates } from './find-candidates.ts'
import { getRoutingSettings } from './get-routing-settings.ts'
import { decide, type RuleOutcome } from './rules/decide.ts'
import type { RuleSubject } from './rules/rule-subject.ts'

/** Why an operator of the channel would be offered the chat now, or would not. */
export type Verdict = 'NEXT' | 'LATER' | 'OFFLINE' | 'AWAY' | 'FULL' | 'OTHER_DEPARTMENT'

/** What would happen to a chat now. */
export interface RoutingTrial {
  ruleName: string | null
  departmentId: string | null
  priority: ChatPriority
  /** Whether it is within the hours of the chat. */
  isOpen: boolean
  /** Whether everyone of the channel is told at once. */
  tellsEveryone: boolean
  operators: { userId: string; verdict: Verdict }[]
}

const text = z.string().max(2048, 'Use at most 2,048 characters.').nullish()
const short = z.string().max(300, 'Use at most 300 characters.').nullish()
const fields = z.object({
  page: text,
  referrer: text,
  country: short,
  language: short,
  botReason: short,
  customData: z
    .array(
      z.object({
        key: z.string().max(NAME_LENGTH, 'Use at most 200 characters for the name.'),
        value: z.string().max(CONTENT_LENGTH, 'Use at most 2,000 characters for the value.'),
      }),
    )
    .max(50, 'Use at most 50.')
    .nullish(),
  at: z.date().nullish(),
})

interface TryRouting extends z.input<typeof fields> {
  viewer: Viewer
  channelId: string
  tagIds?: readonly string[] | null
  /** The operator who answered the visitor before, just now. */
  lastOperatorId?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/** A chat that nobody has had. */
const NO_CHAT = '00000000-0000-0000-0000-000000000000'

/**
 * Tries the rules of the account on a visitor who need not exist, and says whom they would get now and why the others would
 * not. Throws `forbidden`, `not_found`, and what is wrong with the fields.
 */
export async function tryRouting(
  services: Services,
  { viewer, channelId, tagIds, lastOperatorId = null, problems = [], ...input }: TryRouting,
): Promise<RoutingTrial> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const [, given, channel] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, input),
    () => findChannel(services.db, { accountId, channelId }),
    () => requireTags(services.db, { accountId, tagIds: tagIds ?? [] }),
    () => lastOperatorId && requireOperator(services.db, { accountId, id: lastOperatorId }),
  )
  const settings = await getRoutingSettings(services, { viewer })
  const at = given.at ?? new Date()
  const place = { accountId, channelId, departmentId: null }
  const subject: RuleSubject = {
    channelId,
    page: given.page ?? null,
    referrer: given.referrer ?? null,
    utm: (given.page && utmOf(given.page)) || {},
    country: given.country?.trim() || null,
    language: given.language?.trim() || null,
    customData: given.customData ?? [],
    tagIds: tagIds ?? [],
    botReason: given.botReason ?? null,
    isReturning: lastOperatorId !== null,
    hours: await readHours(services.db, place),
    at,
  }
  const outcome = decide(settings, { subject, lastOperatorId, lastClosedAt: lastOperatorId ? at : null })
  const hours = await readHours(services.db, { ...place, departmentId: outcome.departmentId })
  return {
    ruleName: outcome.rule?.name ?? null,
    departmentId: outcome.departmentId,
    priority: outcome.priority ?? 'NORMAL',
    isOpen: isOpen(hours, at),
    tellsEveryone: channel.routing === 'EVERYONE',
    operators: await judge(services, { accountId, channel, outcome }),
  }
}

async function findChannel(db: Db, { accountId, channelId }: { accountId: string; channelId: string }) {
  const channel = await db.channel.findFirst({ where: { id: channelId, accountId, deletedAt: null } })
  if (channel) return channel
  throw new AppError('not_found', 'This channel does not exist.', { field: 'input.channelId' })
}

async function requireTags(
  db: Db,
  { accountId, tagIds }: { accountId: string; tagIds: readonly string[] },
): Promise<void> {
  const known = await db.tag.findMany({ where: { id: { in: [...tagIds] }, accountId }, select: { id: true } })
  checkIds(tagIds, { known, field: 'input.tagIds', message: 'This tag does not exist.' })
}

async function requireOperator(db: Db, where: { accountId: string; id: string }): Promise<void> {
  if ((await db.user.count({ where })) > 0) return
  throw new AppError('not_found', 'This operator does not exist.', { field: 'input.lastOperatorId' })
}

/** How many operators of a channel are shown. */
export const MOST_TRIED = 500

interface Judged {
  accountId: string
  channel: { id: string; routing: ChatRouting }
  outcome: RuleOutcome
}

async function judge(
  { db, presence }: Services,
  { accountId, channel, outcome }: Judged,
): Promise<RoutingTrial['operators']> {
  const connected = await presence.readConnectedUsers(accountId)
  const { departmentId, decision } = outcome
  const candidates = await findCandidates(
    db,
    { id: NO_CHAT, channelId: channel.id, departmentId, decision },
    connected,
  )
  const next = new Set(chooseOperators(channel, candidates).map(({ userId }) => userId))
  const isForDepartment = candidates.some(({ isInDepartment }) => isInDepartment)
  const byId = new Map(candidates.map((candidate) => [candidate.userId, candidate]))
  const people = await db.user.findMany({
    where: { accountId, deactivatedAt: null, channels: { some: { channelId: channel.id } } },
    select: { id: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MOST_TRIED,
  })
  return people.map(({ id }) => ({
    userId: id,
    verdict: verdictOf(byId.get(id), {
      isNext: next.has(id),
      isConnected: connected.has(id),
      isForDepartment,
    }),
  }))
}

function verdictOf(
  candidate: Candidate | undefined,
  { isNext, isConnected, isForDepartment }: Record<'isNext' | 'isConnected' | 'isForDepartment', boolean>,
): Verdict {
  if (isNext) return 'NEXT'
  if (!isConnected) return 'OFFLINE'
  if (!candidate) return 'AWAY'
  if (isFull(candidate)) return 'FULL'
  return isForDepartment && !candidate.isInDepartment ? 'OTHER_DEPARTMENT' : 'LATER'
}

async function readHours(
  db: Db,
  place: { accountId: string; channelId: string; departmentId: string | null },
): Promise<OpeningHours | null> {
  const [row] = await db.$queryRaw<{ hours: Parameters<typeof readOpeningHours>[0] | null }[]>`
    SELECT ${openingHoursSql({
      accountId: Prisma.sql`${place.accountId}::uuid`,
      channelId: Prisma.sql`${place.channelId}::uuid`,
      departmentId: Prisma.sql`${place.departmentId}::uuid`,
    })} AS hours`
  return row?.hours ? readOpeningHours(row.hours) : null
}
