import type { Services } from '../../../services.ts'
import type { RoutingSettings } from '../read-routing-settings.ts'
import { decide, hasEffect } from './decide.ts'
import { findRuleSubjects } from './find-rule-subject.ts'

/**
 * Marks those of the chats that wait, fit no rule, and get no target, as tried, all in one statement: most chats, wherever
 * rules are for few. Returns the others, in their order; a chat that has changed meanwhile is among them.
 */
export async function passUnaffected(
  { db }: Pick<Services, 'db'>,
  settings: RoutingSettings,
  chatIds: readonly string[],
): Promise<readonly string[]> {
  if (chatIds.length === 0 || settings.targets.length > 0) return chatIds
  const asked = await findRuleSubjects(db, { accountId: settings.accountId, chatIds })
  const unaffected = asked.filter((chat) => !hasEffect(decide(settings, chat))).map(({ id }) => id)
  const passed = await db.chat.updateManyAndReturn({
    where: { id: { in: unaffected }, status: 'QUEUED', acceptedAt: null, ruledAt: null },
    data: { ruledAt: new Date(), decision: {} },
    select: { id: true },
  })
  const ids = new Set(passed.map(({ id }) => id))
  return chatIds.filter((id) => !ids.has(id))
}
