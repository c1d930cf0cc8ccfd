import { z } from 'zod'
import type { User } from '../../generated/prisma/client.ts'
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
}

/** `User.notifications`. What only a later version knows is ignored, and what is missing was never chosen. */
const stored = z.object({
  ways: z.record(z.string(), z.array(z.string())).catch({}),
  sound: z.enum(NOTIFICATION_SOUNDS).catch('CHIME'),
  quietHours: z.object({ from: z.string(), to: z.string(), timeZone: z.string() }).nullable().catch(null),
})

/** What tells this person of what: what they have chosen, and for everything else what is usual. */
export function readNotificationSettings({
  notifications,
}: Pick<User, 'notifications'>): NotificationSettings {
  const { ways, sound, quietHours } = stored.parse(notifications ?? {})
  const choices = NOTIFICATION_KINDS.map((kind) => {
    const chosen: readonly string[] = ways[kind] ?? notificationKinds[kind].ways
    return { kind, ways: NOTIFICATION_WAYS.filter((way) => chosen.includes(way)) }
  })
  return { choices, sound, quietHours }
}
