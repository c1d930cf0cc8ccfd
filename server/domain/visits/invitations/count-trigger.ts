import { AppError } from '../../../errors.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { reportZoneSql } from '../../reports/report-zone.ts'
import { limitVisitor } from '../limit-visitor.ts'

interface CountTrigger {
  visitor: VisitorPrincipal
  /** Of a rule of the widget's settings. */
  ruleId: string
  happened: 'SHOWN' | 'ANSWERED'
}

/** Counts that a trigger was shown or answered. Rules that only a page has set are not counted. Throws `too_many_requests`. */
export async function countTrigger(
  services: Services,
  { visitor, ruleId, happened }: CountTrigger,
): Promise<void> {
  await limitVisitor(services, visitor, 'data')
  const { channelId, accountId } = visitor
  const settings = await services.db.widgetSettings.findUnique({ where: { channelId } })
  const { rules = [] } = (settings?.rules ?? {}) as { rules?: { id: string }[] }
  if (!settings) throw new AppError('forbidden', 'This is not a widget.')
  if (!rules.some(({ id }) => id === ruleId)) return
  const [shown, answered] = happened === 'SHOWN' ? [1, 0] : [0, 1]
  await services.db.$executeRaw`
    WITH of_rule AS (
      INSERT INTO "TriggerCount" ("channelId", "ruleId", shown, answered)
      VALUES (${channelId}::uuid, ${ruleId}, ${shown}, ${answered})
      ON CONFLICT ("channelId", "ruleId") DO UPDATE
      SET shown = "TriggerCount".shown + EXCLUDED.shown, answered = "TriggerCount".answered + EXCLUDED.answered
    )
    INSERT INTO "TriggerDay" ("channelId", day, shown, answered)
    SELECT ${channelId}::uuid, (now() AT TIME ZONE ${reportZoneSql(Prisma.sql`${accountId}::uuid`)})::date, ${shown}, ${answered}
    ON CONFLICT ("channelId", day) DO UPDATE
    SET shown = "TriggerDay".shown + EXCLUDED.shown, answered = "TriggerDay".answered + EXCLUDED.answered`
}
