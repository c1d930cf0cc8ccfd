import { z } from 'zod'
import { Prisma, type User } from '../../generated/prisma/client.ts'
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_WAYS,
  type NotificationKind,
  type NotificationWay,
  notificationKinds,
} from './notification-kinds.ts'

export const NOTIFICATION_SOUNDS = ['CHIME', 'BELL', 'MARIMBA', 'PULSE'] as const

/** How long somebody may take to see something themselves before they are mailed about it. */
export const MAIL_MINUTES = [5, 10, 15, 30, 60, 120] as const

/** When somebody wants no sound and no notification. A `to` before `from` is on the next day. */
export type QuietHours = Record<'from' | 'to' | 'timeZone', string>

/** Which notifications somebody gets, and how. */
export interface NotificationSettings {
  choices: { kind: NotificationKind; ways: NotificationWay[] }[]
  sound: (typeof NOTIFICATION_SOUNDS)[number]
  quietHours: QuietHours | null
  /** Whether push notifications contain the visitor's name and the text, which the push service passes on encrypted. */
  pushShowsText: boolean
  /** How long nothing may be unseen before it is mailed; null is never. */
  mailMinutes: number | null
  /** Whether these mails contain the visitor's name and the text. */
  mailShowsText: boolean
  /** The channels that CHANNEL_MESSAGE is about; null is all of theirs. */
  channelIds: string[] | null
}

/** `User.notifications`. What only a later version knows is ignored, and what is missing was never chosen. */
const stored = z.object({
  ways: z.record(z.string(), z.array(z.string())).catch({}),
  sound: z.enum(NOTIFICATION_SOUNDS).catch('CHIME'),
  quietHours: z.object({ from: z.string(), to: z.string(), timeZone: z.string() }).nullable().catch(null),
  pushShowsText: z.boolean().catch(false),
  /** Missing where nothing about mails was ever chosen: the ways do not contain it then, either. */
  mailMinutes: z.number().nullish().catch(null),
  mailShowsText: z.boolean().catch(false),
  channelIds: z.array(z.string()).nullable().catch(null),
})

/** Which notifications this person gets, and how: what they have chosen, and the defaults for everything else. */
export function readNotificationSettings({
  notifications,
}: Pick<User, 'notifications'>): NotificationSettings {
  const { ways, mailMinutes, ...others } = stored.parse(notifications ?? {})
  const choices = NOTIFICATION_KINDS.map((kind) => {
    const usual: readonly string[] = notificationKinds[kind].ways
    const chosen = ways[kind] ?? usual
    const isChosen = (way: NotificationWay) =>
      (way === 'MAIL' && mailMinutes === undefined ? usual : chosen).includes(way)
    return { kind, ways: NOTIFICATION_WAYS.filter(isChosen) }
  })
  return { choices, mailMinutes: mailMinutes ?? null, ...others }
}

/** Whether the user `u` wants to be mailed about what they do not see. */
export const WANTS_MAIL = Prisma.sql`u.notifications->>'mailMinutes' IS NOT NULL`

/** Whether the user of this alias wants to be told of this in this way, as a condition in SQL. */
export function choosesSql(alias: string, kind: NotificationKind, way: NotificationWay): Prisma.Sql {
  const chosen = Prisma.sql`${Prisma.raw(alias)}.notifications->'ways'->${kind}::text`
  const isUsual = notificationKinds[kind].ways.some((usual) => usual === way)
  return Prisma.sql`coalesce(${chosen} @> ${JSON.stringify(way)}::jsonb, ${isUsual})`
}
