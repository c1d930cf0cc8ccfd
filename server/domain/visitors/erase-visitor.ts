import type { Db, Tx } from '../../database/client.ts'
import { orNotFound } from '../../database/or-not-found.ts'
import { retryDeadlock } from '../../database/retry-conflict.ts'
import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { eraseEvents } from '../../events/erase-events.ts'
import { readPosition } from '../../events/position.ts'
import { transact } from '../../events/transact.ts'
import { Prisma, type Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { removeFiles } from '../files/remove-files.ts'
import { chatAddress } from '../notifications/chat-address.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { lockVisitor } from './lock-visitor.ts'

interface EraseVisitor {
  viewer: Viewer
  visitorId: string
}

/** Chats per statement, with all their data. */
const BATCH = 100

/**
 * Permanently deletes a visitor and all their data: chats with messages and deliveries, bot events, files that they
 * or operators sent, their unsent uploads, calls, offline messages, their history. One entry in the audit log
 * remains, without personal data. If it is interrupted, call it again. Throws `forbidden`, `not_found`,
 * `visitor_merged`, `chat_open` while a chat is open, and `invalid_request` while a call is in progress.
 */
export async function eraseVisitor(services: Services, { viewer, visitorId }: EraseVisitor): Promise<string> {
  requireAdmin(viewer)
  const { db, storage } = services
  const { accountId } = viewer
  const before = await readPosition(services.pool)
  const { number, channelId } = await transact(services, ({ tx }) => lockIdle(tx, { viewer, visitorId }))
  await eraseEvents(db, { accountId, which: isAbout(await findSubjects(db, visitorId)) })
  const chatIds = new Set<string>()
  for (;;) {
    const chats = await db.chat.findMany({
      where: { visitorId, status: 'CLOSED' },
      select: { id: true },
      take: BATCH,
    })
    const ids = chats.map(({ id }) => id)
    for (const id of ids) chatIds.add(id)
    await eraseChats(services, accountId, ids)
    if (chats.length < BATCH) break
  }
  const photos = await db.visitorPhoto.findMany({
    where: { visitor: { OR: [{ id: visitorId }, { mergedIntoId: visitorId }] } },
  })
  for (const { key } of photos) if (key) await storage.remove(key)
  // Before their visitor is gone: nothing would say afterwards whose they were.
  const own = await db.file.findMany({ where: { visitorId }, select: { id: true } })
  await removeFiles(
    services,
    own.map(({ id }) => id),
  )
  const uploads = await transact(services, async (work) => {
    const { tx } = work
    // They may have written or called in the meantime.
    await lockIdle(tx, { viewer, visitorId })
    // One that was fetched again meanwhile is pruned, with its bytes.
    const seen = photos.map(({ id, fetchedAt }) => ({ id, fetchedAt }))
    await tx.visitorPhoto.deleteMany({ where: { OR: seen } })
    await tx.auditEntry.deleteMany({
      where: { accountId, subjectId: visitorId, subjectType: 'Visitor' },
    })
    const gone = [...chatIds, ...(await findSubjects(tx, visitorId))]
    // Only what was recorded meanwhile: all before is erased.
    await eraseEvents(tx, { accountId, which: isAbout(gone), since: before.open[0] ?? before.xmax })
    const uploads = await tx.file.findMany({ where: { visitorId }, select: { id: true } })
    // Somebody else may have erased them at the same time.
    await orNotFound(tx.visitor.delete({ where: { id: visitorId } }), 'visitor')
    await work.audit({
      actor: viewer,
      action: 'VISITOR_ERASED',
      subject: { type: 'Visitor', id: visitorId },
      note: `Visitor ${number}`,
    })
    await work.record({
      accountId,
      kind: 'VISITOR_ERASED',
      actor: actorOf(viewer),
      channelId,
      subjectId: visitorId,
    })
    return uploads.map(({ id }) => id)
  })
  await services.visitorPresence.forget({ accountId, channelId, visitorId })
  await removeFiles(services, uploads)
  return visitorId
}

/** The ids of everything that is deleted with a visitor and that events can be about. */
async function findSubjects(db: Db | Tx, visitorId: string): Promise<string[]> {
  const of = { where: { visitorId }, select: { id: true } }
  const found = await Promise.all([
    db.chat.findMany(of),
    db.offlineMessage.findMany(of),
    db.call.findMany(of),
    db.visitor.findMany({ where: { mergedIntoId: visitorId }, select: { id: true } }),
  ])
  return [visitorId, ...found.flat().map(({ id }) => id)]
}

function isAbout(ids: string[]): Prisma.Sql {
  return Prisma.sql`(e."chatId" = ANY(${ids}::uuid[]) OR e."subjectId" = ANY(${ids}::uuid[]))`
}

/** Locks a visitor whom nobody is talking with. */
async function lockIdle(tx: Tx, { viewer, visitorId }: EraseVisitor): Promise<Visitor> {
  const field = 'input.id'
  const visitor = await lockVisitor(tx, { viewer, visitorId, field })
  if (await tx.chat.findFirst({ where: { visitorId, status: { not: 'CLOSED' } } }))
    throw new AppError('chat_open', 'The visitor has an open chat. Close it first.', { field })
  if (await tx.call.findFirst({ where: { visitorId, endedAt: null } }))
    throw new AppError('invalid_request', 'A call with the visitor is in progress. End it first.', { field })
  return visitor
}

async function eraseChats(services: Services, accountId: string, chatIds: string[]): Promise<void> {
  const { db } = services
  const sent = await db.message.findMany({
    where: { chatId: { in: chatIds }, fileId: { not: null } },
    select: { fileId: true },
  })
  // Whoever records a failed attempt, for one, has its delivery before the chat.
  await retryDeadlock(() =>
    db.$transaction([
      db.staleChatFact.createMany({ data: chatIds.map((chatId) => ({ chatId, erased: true })) }),
      db.chat.deleteMany({ where: { accountId, id: { in: chatIds }, status: 'CLOSED' } }),
    ]),
  )
  // A mail of what an operator had not seen can be about several chats, so none of them takes it along.
  const links = chatIds.map((id) => ({ text: { contains: encodeURIComponent(chatAddress(id)) } }))
  await db.outboxItem.deleteMany({ where: { accountId, mail: { kind: 'UNSEEN_NEWS', OR: links } } })
  const fileIds = sent.flatMap(({ fileId }) => fileId ?? [])
  await removeFiles(services, fileIds)
}
