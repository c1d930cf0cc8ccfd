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

/** When somebody wants no sound and no notification. A `to` before `from` is on the next day. */
export type QuietHours = Record<'from' | 'to' | 'timeZone', string>

/** What tells somebody of what. */
export interface NotificationSettings {
  choices: { kind: NotificationKind; ways: NotificationWay[] }[]
  sound: (typeof NOTIFICATION_SOUNDS)[number]
  quietHours: QuietHours | null
  /** Whether push notifications contain the visitor's name and the text, which the push service passes on encrypted. */
  pushShowsText: boolean
}

/** `User.notifications`. What only a later version knows is ignored, and what is missing was never chosen. */
const stored = z.object({
  ways: z.record(z.string(), z.array(z.string())).catch({}),
  sound: z.enum(NOTIFICATION_SOUNDS).catch('CHIME'),
  quietHours: z.object({ from: z.string(), to: z.string(), timeZone: z.string() }).nullable().catch(null),
  pushShowsText: z.boolean().catch(false),
})

/** What tells this person of what: what they have chosen, and for everything else what is usual. */
export function readNotificationSettings({
  notifications,
}: Pick<User, 'notifications'>): NotificationSettings {
  const { ways, ...others } = stored.parse(notifications ?? {})
  const choices = NOTIFICATION_KINDS.map((kind) => {
    const chosen: readonly string[] = ways[kind] ?? notificationKinds[kind].ways
    return { kind, ways: NOTIFICATION_WAYS.filter((way) => chosen.includes(way)) }
  })
  return { choices, ...others }
}

/** Whether the user of this alias wants to be told of this in this way, as a condition in SQL. */
export function choosesSql(alias: string, kind: NotificationKind, way: NotificationWay): Prisma.Sql {
  const chosen = Prisma.sql`${Prisma.raw(alias)}.notifications->'ways'->${kind}::text`
  const isUsual = notificationKinds[kind].ways.some((usual) => usual === way)
  return Prisma.sql`coalesce(${chosen} @> ${JSON.stringify(way)}::jsonb, ${isUsual})`
}
