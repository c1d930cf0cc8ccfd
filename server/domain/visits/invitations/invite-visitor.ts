import { z } from 'zod'
import { orNotFound } from '../../../database/or-not-found.ts'
import { AppError } from '../../../errors.ts'
import { actorOf } from '../../../events/actor.ts'
import { transact } from '../../../events/transact.ts'
import type { VisitInvitation } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { storableText } from '../../../text/storable-text.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { lockDepartment } from '../../departments/lock-department.ts'
import { parseInput } from '../../parse-input.ts'
import { type Viewer, within } from '../../viewer.ts'
import { lockVisitors } from '../../visitors/lock-visitors.ts'

const fields = z.object({
  text: z
    .string()
    .transform((text) => storableText(text).trim())
    .pipe(
      z.string().min(1, 'Write an invitation.').max(1_000, 'An invitation can have at most 1000 characters.'),
    ),
})

interface InviteVisitor {
  viewer: Viewer
  visitorId: string
  text: string
  departmentId: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Invites a visitor who is on the website to a chat, replacing an earlier unanswered invitation. Throws `not_found`
 * for a visitor that the viewer may not see or that has no widget, or for the department; `chat_open` when they
 * already have an open chat; errors of the text.
 */
export function inviteVisitor(
  services: Services,
  { viewer, visitorId, departmentId, problems = [], ...input }: InviteVisitor,
): Promise<VisitInvitation> {
  const { accountId, userId } = viewer
  return transact(services, async (work) => {
    const { tx } = work
    const [, { text }, , , visitor] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => departmentId && lockDepartment(tx, { accountId, id: departmentId, field: 'input.departmentId' }),
      // Locked, so that of two concurrent invitations the second replaces the first.
      () => lockVisitors(tx, { accountId, ids: [visitorId] }),
      () =>
        orNotFound(
          tx.visitor.findFirstOrThrow({
            where: { id: visitorId, mergedIntoId: null, channel: { kind: 'WIDGET' }, ...within(viewer) },
          }),
          'visitor',
          'input.visitorId',
        ),
    )
    const open = await tx.chat.findFirst({ where: { visitorId, status: { not: 'CLOSED' } } })
    if (open) throw new AppError('chat_open', 'The visitor has an open chat.', { field: 'input.visitorId' })
    await tx.visitInvitation.deleteMany({ where: { visitorId, state: 'PENDING' } })
    const invitation = await tx.visitInvitation.create({
      data: { accountId, visitorId, userId, departmentId, text },
    })
    await work.record({
      accountId,
      kind: 'VISITOR_INVITED',
      actor: actorOf(viewer),
      channelId: visitor.channelId,
      subjectId: visitorId,
      visitorId,
      data: { invitationId: invitation.id },
    })
    return invitation
  })
}
