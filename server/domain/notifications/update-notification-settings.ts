import { z } from 'zod'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { timeZoneField } from '../hours/time-zone-field.ts'
import { lockOperator } from '../operators/lock-operator.ts'
import { optional, parseInput } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { NOTIFICATION_KINDS, NOTIFICATION_WAYS } from './notification-kinds.ts'
import {
  NOTIFICATION_SOUNDS,
  type NotificationSettings,
  readNotificationSettings,
} from './notification-settings.ts'

const timeField = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time such as 22:00.', abort: true })

const fields = z.object({
  choices: optional(
    z
      .array(z.object({ kind: z.enum(NOTIFICATION_KINDS), ways: z.array(z.enum(NOTIFICATION_WAYS)) }))
      .refine((choices) => new Set(choices.map(({ kind }) => kind)).size === choices.length, {
        error: 'Name each kind of notification only once.',
      }),
  ),
  sound: optional(z.enum(NOTIFICATION_SOUNDS)),
  pushShowsText: optional(z.boolean()),
  quietHours: z
    .object({ from: timeField, to: timeField, timeZone: timeZoneField })
    .refine(({ from, to }) => from !== to, {
      path: ['to'],
      error: 'The end must differ from the beginning.',
    })
    .nullable()
    .optional(),
})

/**
 * Sets what tells the viewer of what, on all their devices. Omitted fields and kinds are unchanged. Throws
 * `invalid_request`.
 */
export function updateNotificationSettings(
  services: Services,
  { viewer, ...input }: { viewer: Viewer } & z.input<typeof fields>,
): Promise<NotificationSettings> {
  const { choices = [], sound, quietHours, pushShowsText } = parseInput(fields, input)
  const { userId, accountId } = viewer
  return transact(services, async (work) => {
    const before = readNotificationSettings(await lockOperator(work.tx, { accountId, id: userId }))
    const ways = Object.fromEntries(
      [...before.choices, ...choices].map((each) => [each.kind, [...new Set(each.ways)]]),
    )
    const notifications = {
      ways,
      sound: sound ?? before.sound,
      quietHours: quietHours === undefined ? before.quietHours : quietHours,
      pushShowsText: pushShowsText ?? before.pushShowsText,
    }
    await work.tx.user.update({ where: { id: userId }, data: { notifications } })
    await work.record({ accountId, kind: 'NOTIFICATION_SETTINGS_UPDATED', actor: actorOf(viewer), userId })
    return readNotificationSettings({ notifications })
  })
}
