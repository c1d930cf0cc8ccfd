import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { requireChannels } from '../channels/require-channels.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { timeZoneField } from '../hours/time-zone-field.ts'
import { lockOperator } from '../operators/lock-operator.ts'
import { optional, parseInput } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { NOTIFICATION_KINDS, NOTIFICATION_WAYS } from './notification-kinds.ts'
import {
  MAIL_MINUTES,
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
  mailMinutes: z
    .number()
    .refine((minutes) => MAIL_MINUTES.some((each) => each === minutes), {
      error: `Choose ${MAIL_MINUTES.join(', ')} minutes, or null.`,
    })
    .nullable()
    .optional(),
  mailShowsText: optional(z.boolean()),
  quietHours: z
    .object({ from: timeField, to: timeField, timeZone: timeZoneField })
    .refine(({ from, to }) => from !== to, {
      path: ['to'],
      error: 'The end must differ from the beginning.',
    })
    .nullable()
    .optional(),
})

interface UpdateNotificationSettings extends z.input<typeof fields> {
  viewer: Viewer
  /** The channels that CHANNEL_MESSAGE is about; null: all of the viewer's. */
  channelIds?: readonly string[] | null | undefined
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Sets which notifications the viewer gets, and how, on all their devices. Omitted fields and kinds are unchanged.
 * Throws `invalid_request`, and `not_found` for channels that the viewer does not see.
 */
export function updateNotificationSettings(
  services: Services,
  { viewer, channelIds, problems = [], ...input }: UpdateNotificationSettings,
): Promise<NotificationSettings> {
  const { userId, accountId } = viewer
  return transact(services, async (work) => {
    const before = readNotificationSettings(await lockOperator(work.tx, { accountId, id: userId }))
    const [, { choices = [], sound, quietHours, pushShowsText, mailMinutes, mailShowsText }] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => channelIds && requireSome(channelIds),
      () =>
        channelIds && requireChannels(work.tx, viewer, { ids: channelIds, kept: before.channelIds ?? [] }),
    )
    const ways = Object.fromEntries(
      [...before.choices, ...choices].map((each) => [each.kind, [...new Set(each.ways)]]),
    )
    const notifications = {
      ways,
      sound: sound ?? before.sound,
      quietHours: quietHours === undefined ? before.quietHours : quietHours,
      pushShowsText: pushShowsText ?? before.pushShowsText,
      mailMinutes: mailMinutes === undefined ? before.mailMinutes : mailMinutes,
      mailShowsText: mailShowsText ?? before.mailShowsText,
      channelIds: channelIds === undefined ? before.channelIds : channelIds && [...new Set(channelIds)],
    }
    await work.tx.user.update({ where: { id: userId }, data: { notifications } })
    await work.record({ accountId, kind: 'NOTIFICATION_SETTINGS_UPDATED', actor: actorOf(viewer), userId })
    return readNotificationSettings({ notifications })
  })
}

function requireSome(channelIds: readonly string[]): void {
  if (channelIds.length > 0) return
  const message = 'Choose at least one channel, or null for all of yours.'
  throw new AppError('invalid_request', message, { field: 'input.channelIds' })
}
