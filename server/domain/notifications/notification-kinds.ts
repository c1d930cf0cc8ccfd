/** How somebody can be told of something. */
export const notificationWays = {
  SOUND: { description: 'A sound, in a browser in which the viewer is signed in.' },
  DESKTOP: {
    description: 'A notification of the desktop, while the operator app is open in the background.',
  },
  PUSH: { description: 'A push notification, in each browser in which the viewer has turned them on.' },
} as const satisfies Record<string, { description: string }>

export type NotificationWay = keyof typeof notificationWays

/** Everything that others must know about a kind of notification. */
interface NotificationKindEntry {
  description: string
  /** How those are told who have not chosen. */
  ways: readonly NotificationWay[]
}

const ALL = ['SOUND', 'DESKTOP', 'PUSH'] as const

/**
 * What somebody can be told of. The operator app (`state/live/announce.ts`) and `push/push-kinds.ts`
 * say for each when that is.
 */
export const notificationKinds = {
  OFFER: {
    description: 'A chat or a call is offered to the viewer, or the routing gives them a chat.',
    ways: ALL,
  },
  MESSAGE: {
    description:
      'Something happens in a chat of the viewer: the visitor writes, it comes back from being snoozed, or a colleague takes it.',
    ways: ALL,
  },
  MENTION: { description: 'A colleague mentions the viewer in a note.', ways: ALL },
  FAILED_DELIVERY: {
    description: 'A message in a chat that the viewer answers, or answered, could not be delivered.',
    ways: ALL,
  },
  WAITING_CHAT: { description: 'A chat waits for whoever takes it first.', ways: ALL },
  CHANNEL_MESSAGE: {
    description: 'A visitor writes in a chat of the channels of the viewer that others answer.',
    ways: [],
  },
} as const satisfies Record<string, NotificationKindEntry>

export type NotificationKind = keyof typeof notificationKinds

export const NOTIFICATION_KINDS = Object.keys(notificationKinds) as NotificationKind[]

export const NOTIFICATION_WAYS = Object.keys(notificationWays) as NotificationWay[]
