import { z } from 'zod'
import type { Tx } from '../../database/client.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { ChatRating, ChatStatus, ViewOrder } from '../../generated/prisma/enums.ts'
import { requireChannels } from '../channels/require-channels.ts'
import type { ChatFilter } from '../chats/chat-filter.ts'
import { checkIds } from '../check-ids.ts'
import { optional } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'

/** The most entries of a list in a filter. */
export const MAX_ENTRIES = 100
/** A year. */
export const MAX_UNANSWERED_MINUTES = 525_600

const entries = <T extends z.ZodType>(entry: T, least = 1) =>
  optional(
    z
      .array(entry)
      .min(least, 'Choose at least one, or omit this field.')
      .max(MAX_ENTRIES, `Choose at most ${MAX_ENTRIES}.`)
      .transform((values) => [...new Set(values)]),
  )

/** What a saved view can show. */
const filterFields = z.object({
  status: entries(z.enum(ChatStatus)),
  channelIds: entries(z.string()),
  departmentIds: entries(z.string()),
  operatorIds: entries(z.string(), 0),
  mine: optional(z.boolean()),
  tagIds: entries(z.string(), 0),
  ratings: entries(z.enum(ChatRating)),
  unansweredMinutes: optional(
    z
      .number()
      .int()
      .min(0, 'Enter 0 minutes or more.')
      .max(MAX_UNANSWERED_MINUTES, `Enter at most ${MAX_UNANSWERED_MINUTES} minutes, which is a year.`),
  ),
  hasFailedDeliveries: optional(z.boolean()),
  visitorOnSite: optional(z.boolean()),
  snoozed: optional(z.boolean()),
})

/** The filter of a saved view, with plain ids. */
export type SavedFilter = z.output<typeof filterFields>

/** The fields of a saved view that its maker chooses. */
export const viewFields = z
  .object({ filter: filterFields, order: z.enum(ViewOrder) })
  .refine(({ filter, order }) => order !== 'LONGEST_WAIT' || !filter.status?.includes('CLOSED'), {
    path: ['order'],
    message: 'Nobody waits in closed chats: choose another order.',
  })

/** The same as it is given: null counts as omitted. */
export type GivenFilter = { [Field in keyof SavedFilter]?: SavedFilter[Field] | null }

/** The filter of a stored view. */
export function savedFilterOf({ filter }: { filter: Prisma.JsonValue }): SavedFilter {
  return filterFields.parse(filter)
}

/** What a saved view shows: only open chats, unless its filter names a status, and no snoozed ones, unless it says so. */
export function shownBy(view: { filter: Prisma.JsonValue }): ChatFilter & { status: ChatStatus[] } {
  const filter = savedFilterOf(view)
  const { status = ['BOT', 'QUEUED', 'ACTIVE'], snoozed = false } = filter
  return { ...filter, status, snoozed }
}

/** Throws `not_found` for every channel, department, operator and tag that the viewer does not know. */
export async function checkReferences(tx: Tx, viewer: Viewer, filter: SavedFilter): Promise<void> {
  const { channelIds = [], departmentIds = [], operatorIds = [], tagIds = [] } = filter
  const { accountId } = viewer
  const select = { id: true }
  const departments = await tx.department.findMany({
    where: { accountId, id: { in: departmentIds } },
    select,
  })
  const operators = await tx.user.findMany({ where: { accountId, id: { in: operatorIds } }, select })
  const tags = await tx.tag.findMany({ where: { accountId, id: { in: tagIds } }, select })
  const field = (name: keyof SavedFilter) => `input.filter.${name}`
  await requireChannels(tx, viewer, { ids: channelIds, field: field('channelIds') })
  checkIds(departmentIds, {
    known: departments,
    field: field('departmentIds'),
    message: 'This department does not exist.',
  })
  checkIds(operatorIds, {
    known: operators,
    field: field('operatorIds'),
    message: 'This operator does not exist.',
  })
  checkIds(tagIds, { known: tags, field: field('tagIds'), message: 'This tag does not exist.' })
}
