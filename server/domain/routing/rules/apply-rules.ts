import { SYSTEM } from '../../../events/actor.ts'
import { transact, type Work } from '../../../events/transact.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { changeChat } from '../../chats/change-chat.ts'
import { lockAnyChat } from '../../chats/lock-chat.ts'
import { findDepartment } from '../../departments/lock-department.ts'
import { postNotice } from '../../messages/append-message.ts'
import { targetsOf } from '../../targets/targets-of.ts'
import type { RoutingSettings } from '../read-routing-settings.ts'
import { decide, hasEffect, type RuleOutcome } from './decide.ts'
import { findRuleSubject } from './find-rule-subject.ts'

/**
 * Tries the rules on a chat that waits, once, and sets its targets. A chat that an operator has, or had, gets only the
 * targets.
 */
export function applyRules(
  services: Services,
  { settings, chatId }: { settings: RoutingSettings; chatId: string },
): Promise<void> {
  const { accountId } = settings
  return transact(services, async (work) => {
    const found = await findRuleSubject(work.tx, { accountId, chatId })
    if (!found) return
    const outcome = found.status === 'QUEUED' && !found.wasAccepted ? decide(settings, found) : null
    // A department is locked before a chat. One that was deleted since is passed over.
    const named = outcome?.departmentId
    const departmentId = named && (await findDepartment(work.tx, { accountId, id: named })) ? named : null
    const chat = await lockAnyChat(work.tx, chatId)
    if (!chat || chat.ruledAt || chat.status === 'CLOSED' || chat.status === 'BOT') return
    const isWaiting = chat.status === 'QUEUED' && chat.acceptedAt === null
    const ruled = isWaiting && outcome ? { ...outcome, departmentId } : null
    const isRouted = ruled !== null && hasEffect(ruled)
    await work.tx.chat.update({
      where: { id: chatId },
      data: { ruledAt: new Date(), ...(ruled && changesOf(ruled)) },
    })
    if (ruled?.rule) await noticeOfRule(work, chat, ruled)
    // The department that it has now may have hours of its own.
    const placed = settings.targets.length > 0 ? await findRuleSubject(work.tx, { accountId, chatId }) : null
    const targets = placed ? targetsOf(settings, { ...placed, channelId: chat.channelId }) : {}
    if (isRouted) await changeChat(work, chatId, targets, { kind: 'CHAT_ROUTED', actor: SYSTEM })
    else if (Object.keys(targets).length > 0)
      await changeChat(work, chatId, targets, { kind: 'CHAT_UPDATED', actor: SYSTEM })
  })
}

function changesOf({ departmentId, priority, decision }: RuleOutcome): Prisma.ChatUncheckedUpdateInput {
  return {
    decision,
    ...(departmentId && { departmentId }),
    ...(priority && { priority }),
  }
}

function noticeOfRule(
  work: Work,
  chat: { id: string; accountId: string },
  { rule, departmentId, priority }: RuleOutcome,
): Promise<unknown> {
  return postNotice(work, chat, {
    kind: 'ROUTED',
    ...(rule && { rule: rule.name }),
    ...(departmentId && { departmentId }),
    ...(priority && { priority }),
    ...(rule?.operatorId && { targetId: rule.operatorId }),
  })
}
