import type { Tx } from '../../../database/client.ts'
import { SYSTEM } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import type { Visitor } from '../../../generated/prisma/client.ts'
import { uuidv7 } from '../../../text/uuid.ts'
import { nextNumber } from '../../accounts/next-number.ts'
import { CALLBACK_UNDER_WAY } from '../../calls/callback-under-way.ts'
import { moveCall } from '../../calls/move-call.ts'
import { endChats } from '../../chats/end-chats.ts'
import { lockOpenChat } from '../../chats/lock-open-chat.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { goneVisitor } from '../../visitors/lock-survivor.ts'
import { lockVisitors } from '../../visitors/lock-visitors.ts'
import { mergeInto } from '../../visitors/merge-into.ts'

/** Why a callback ends that somebody requested before we knew that they are being called already. */
const TWO_CALLBACKS = 'The visitor has signed in and is already being called.'

interface Bound {
  known: Pick<VisitorPrincipal, 'visitorId' | 'number' | 'key'>
  /** Visitors who have become others. */
  mergedId: string | null
}

/**
 * Makes the visitor of a browser the one with this identity on their channel: the visitor itself if there is none
 * yet, otherwise it is merged into that one. A browser that was used by somebody else before gets a separate visitor,
 * so that nothing is mixed.
 */
export async function bindIdentity(
  work: Work,
  { accountId, channelId, visitorId }: Pick<VisitorPrincipal, 'accountId' | 'channelId' | 'visitorId'>,
  identity: string,
): Promise<Bound> {
  const { tx } = work
  const found = await tx.visitor.findUnique({ where: { channelId_identity: { channelId, identity } } })
  const [current, known] = await lockBoth(tx, accountId, visitorId, found?.id)
  // Merged into somebody else while this waited for the rows.
  if (current.mergedIntoId !== null || (known && known.identity !== identity)) {
    const principal = { accountId, channelId, visitorId: current.mergedIntoId ?? visitorId }
    return bindIdentity(work, principal, identity)
  }
  if (known?.id === current.id) {
    // Without an identity secret in the meantime, the page may have set another one.
    if (current.userToken !== identity) await tx.visitor.update(bindTo(current, identity))
    return { known: person(current), mergedId: null }
  }
  // Somebody else used this browser before: their messages stay theirs.
  if (current.identity !== null)
    return {
      known: person(known ?? (await createKnown(work, current, identity))),
      mergedId: null,
    }
  if (!known) {
    const bound = await tx.visitor.update(bindTo(current, identity))
    await noteIdentity(work, bound)
    return { known: person(bound), mergedId: null }
  }
  await endOneOfTwo(work, known, current)
  const actor = { accountId, type: 'VISITOR', id: known.id } as const
  return {
    known: person(await mergeInto(work, { survivor: known, merged: current, actor })),
    mergedId: current.id,
  }
}

function bindTo({ id }: Visitor, identity: string) {
  return { where: { id }, data: { identity, userToken: identity, updatedAt: new Date() } }
}

/** Locks both rows. Throws `unauthenticated` when the visitor was erased since their token was read. */
async function lockBoth(
  tx: Tx,
  accountId: string,
  currentId: string,
  knownId?: string,
): Promise<[Visitor, Visitor | undefined]> {
  const ids = [...new Set([currentId, ...(knownId ? [knownId] : [])])]
  await lockVisitors(tx, { accountId, ids })
  const rows = await tx.visitor.findMany({ where: { id: { in: ids } } })
  const current = rows.find(({ id }) => id === currentId)
  if (!current) throw goneVisitor()
  return [current, rows.find(({ id }) => id === knownId)]
}

/** A person has one open chat and one callback: of two, the one on the device that was known before continues. */
async function endOneOfTwo(work: Work, known: Visitor, current: Visitor): Promise<void> {
  const kept = await lockOpenChat(work.tx, known.id)
  const ended = kept && (await lockOpenChat(work.tx, current.id))
  if (ended) await endChats(work, [ended], SYSTEM)
  const callbackOf = ({ id }: Visitor) =>
    work.tx.call.findFirst({ where: { visitorId: id, ...CALLBACK_UNDER_WAY } })
  const second = (await callbackOf(known)) && (await callbackOf(current))
  if (second) await moveCall(work, second.id, { to: 'ERROR', actor: SYSTEM, reason: TWO_CALLBACKS })
}

async function createKnown(
  work: Work,
  { accountId, channelId }: Visitor,
  identity: string,
): Promise<Visitor> {
  const id = uuidv7()
  const number = await nextNumber(work.tx, accountId, 'lastVisitorNumber')
  const visitor = await work.tx.visitor.create({
    data: { id, accountId, channelId, key: id, externalId: id, number, identity, userToken: identity },
  })
  await noteIdentity(work, visitor)
  return visitor
}

function noteIdentity(work: Work, { id, accountId, identity }: Visitor): Promise<void> {
  return work.audit({
    actor: { accountId, type: 'VISITOR', id },
    action: 'VISITOR_IDENTIFIED',
    subject: { type: 'Visitor', id },
    before: {},
    after: { identity },
  })
}

function person({ id, number, key }: Visitor): Bound['known'] {
  return { visitorId: id, number, key }
}
