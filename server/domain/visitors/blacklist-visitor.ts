import { z } from 'zod'
import type { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { parseInput } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { lockVisitor } from './lock-visitor.ts'
import { recordVisitorUpdate } from './record-visitor-update.ts'

const fields = z.object({
  reason: z.string().trim().min(1, 'Say why.').max(500, 'A reason can have at most 500 characters.'),
})

interface BlacklistVisitor {
  viewer: Viewer
  visitorId: string
  /** 1 to 500 characters. */
  reason: string
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Puts a visitor on the blacklist: what they send is answered like everyone else's and then discarded. An open chat
 * stays open for the operators. Repeating it changes the reason. Throws `not_found`, `visitor_merged`, `blank`,
 * `too_long`.
 */
export function blacklistVisitor(
  services: Services,
  { viewer, visitorId, problems = [], ...input }: BlacklistVisitor,
): Promise<Visitor> {
  return transact(services, async (work) => {
    const [, before, { reason }] = await checkAll(
      () => throwAll(problems),
      () => lockVisitor(work.tx, { viewer, visitorId, field: 'input.id' }),
      () => parseInput(fields, input),
    )
    if (before.blacklistedAt && before.blacklistReason === reason) return before
    const visitor = await work.tx.visitor.update({
      where: { id: visitorId },
      data: { blacklistedAt: before.blacklistedAt ?? new Date(), blacklistReason: reason },
    })
    await work.audit({
      actor: viewer,
      action: 'VISITOR_BLACKLISTED',
      subject: { type: 'Visitor', id: visitorId },
      note: reason,
    })
    await recordVisitorUpdate(work, visitor, actorOf(viewer), { isInternal: true })
    return visitor
  })
}
