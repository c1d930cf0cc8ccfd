import { z } from 'zod'
import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { BusinessHours } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { announceAccess } from '../announce-access.ts'
import { lockChannel } from '../channels/lock-channel.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { lockDepartment } from '../departments/lock-department.ts'
import { optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { type HoursPlace, hoursOf, placeName } from './business-hours.ts'
import { businessHoursFields } from './business-hours-fields.ts'
import type { Holiday, WeeklyHours } from './opening-hours.ts'
import { readOpeningHours } from './read-opening-hours.ts'

/** The most channels and departments of an account with hours of their own. */
export const MOST_OWN_HOURS = 200

const fields = z.object({
  timeZone: optional(businessHoursFields.timeZone),
  weekly: optional(businessHoursFields.weekly),
  holidays: optional(businessHoursFields.holidays),
  closedUntil: businessHoursFields.closedUntil.optional(),
})

interface UpdateBusinessHours {
  viewer: Viewer
  /** Without this and the next, those of the account. */
  channelId?: string | null
  departmentId?: string | null
  timeZone?: string | null
  weekly?: readonly WeeklyHours[] | null
  holidays?: readonly Holiday[] | null
  /** Null opens it again. */
  closedUntil?: Date | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Sets the hours of the account, or those of a channel or department, which hold there instead. Omitted fields are
 * unchanged; new hours of a channel or department begin as those of the account. Throws `forbidden`, `limit_reached`, and
 * all other errors at once: bad fields, an unknown channel or department, both of them given.
 */
export async function updateBusinessHours(
  services: Services,
  { viewer, problems = [], channelId = null, departmentId = null, ...input }: UpdateBusinessHours,
): Promise<BusinessHours> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const place = { channelId, departmentId }
  const hours = await transact(services, async (work) => {
    const { tx } = work
    const [, data] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => requireOnePlace(place),
      () => departmentId && lockDepartment(tx, { accountId, id: departmentId, field: 'input.departmentId' }),
      () => channelId && requireChannel(tx, { accountId, channelId }),
    )
    const before = await findOrCreate(tx, viewer, place)
    const after = await tx.businessHours.update({
      where: { id: before.id },
      data: { ...data, weekly: data.weekly?.map((entry) => ({ ...entry })) },
    })
    await work.audit({
      actor: viewer,
      action: 'BUSINESS_HOURS_UPDATED',
      subject: { type: 'Account', id: accountId, label: await placeName(tx, after) },
      before: before.isNew ? {} : readOpeningHours(before),
      after: readOpeningHours(after),
    })
    return after
  })
  await announceAccess(services, { accountId })
  return hours
}

function requireOnePlace({ channelId, departmentId }: HoursPlace): void {
  if (!channelId || !departmentId) return
  throw new AppError('invalid_request', 'Send a channel or a department, not both.', { field: 'input' })
}

async function requireChannel(
  tx: Tx,
  { accountId, channelId: id }: { accountId: string; channelId: string },
): Promise<void> {
  const channel = await tx.channel.findFirst({ where: { id, accountId }, select: { id: true } })
  if (channel && (await lockChannel(tx, id))) return
  throw new AppError('not_found', 'This channel does not exist.', { field: 'input.channelId' })
}

/** The hours of a place, locked: two admins who set them for the first time change the same row. */
async function findOrCreate(
  tx: Tx,
  viewer: Viewer,
  place: HoursPlace,
): Promise<BusinessHours & { isNew: boolean }> {
  const { accountId } = viewer
  const where = { accountId, ...place }
  const known = await lockHours(tx, where)
  if (!known) {
    const isOwn = place.channelId !== null || place.departmentId !== null
    if (isOwn) await requireRoom(tx, accountId)
    const common = await tx.businessHours.findFirst({
      where: { accountId, channelId: null, departmentId: null },
      omit: { id: true },
    })
    const begin =
      isOwn && common ? { ...common, holidays: common.holidays ?? [], weekly: common.weekly ?? [] } : {}
    await tx.businessHours.createMany({ data: { ...begin, ...where }, skipDuplicates: true })
  }
  const row = known ?? (await lockHours(tx, where))
  // Deleted by whoever had just created them.
  if (!row) return findOrCreate(tx, viewer, place)
  return { ...row, isNew: !known }
}

async function lockHours(tx: Tx, where: HoursPlace & { accountId: string }): Promise<BusinessHours | null> {
  const { accountId, channelId, departmentId } = where
  await tx.$queryRaw`
    SELECT 1 FROM "BusinessHours" WHERE "accountId" = ${accountId}::uuid
      AND "channelId" IS NOT DISTINCT FROM ${channelId}::uuid
      AND "departmentId" IS NOT DISTINCT FROM ${departmentId}::uuid FOR UPDATE`
  return tx.businessHours.findFirst({ where })
}

async function requireRoom(tx: Tx, accountId: string): Promise<void> {
  await lockAccount(tx, accountId)
  const own = { OR: [{ channelId: { not: null } }, { departmentId: { not: null } }] }
  const count = await tx.businessHours.count({ where: { AND: [hoursOf(accountId), own] } })
  if (count < MOST_OWN_HOURS) return
  throw new AppError(
    'limit_reached',
    `At most ${MOST_OWN_HOURS} channels and departments can have hours of their own. Delete some first.`,
  )
}
