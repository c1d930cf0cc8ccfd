/** How somebody can be told of something. */
export const notificationWays = {
  SOUND: { description: 'A sound, in a browser in which the viewer is signed in.' },
  DESKTOP: {
    description: 'A notification of the desktop, while the operator app is open in the background.',
  },
  PUSH: { description: 'A push notification, in each browser in which the viewer has turned them on.' },
  MAIL: {
    description:
      'A mail about everything that the viewer has not seen, once something has been unseen for `mailMinutes`. None when that is null.',
  },
} as const satisfies Record<string, { description: string }>

export type NotificationWay = keyof typeof notificationWays

/** Everything that others must know about a kind of notification. */
interface NotificationKindEntry {
  description: string
  /** How those are told who have not chosen. */
  ways: readonly NotificationWay[]
}

const ALL = ['SOUND', 'DESKTOP', 'PUSH', 'MAIL'] as const

/**
 * What somebody can be told of. The operator app (`state/live/announce.ts`) and `push/push-kinds.ts`
 * say for each when that is.
 */
export const notificationKinds = {
  OFFER: {
    description:
      'A chat is offered to the viewer, or a call on a channel that they are assigned to, or the routing gives them a chat. Calls are never mailed.',
    ways: ALL,
  },
  MESSAGE: {
    description:
      'Something happens in a chat of the viewer: the visitor writes, it comes back from being snoozed, or a colleague takes it, which is neither pushed nor mailed.',
    ways: ALL,
  },
  MENTION: { description: 'A colleague mentions the viewer in a note.', ways: ALL },
  FAILED_DELIVERY: {
    description:
      'What the viewer wrote, or a message in a chat that they answer or, until it was closed, answered, could not be delivered.',
    ways: ALL,
  },
  TARGET_NEAR: {
    description:
      'A chat of the viewer, or one that waits on a channel that they are assigned to, is to be answered or closed soon: three quarters of the time are over.',
    ways: ALL,
  },
  TARGET_MISSED: {
    description:
      'A chat of the viewer, or for an admin any chat, was not answered or closed in the time that was set for it.',
    ways: ALL,
  },
  WAITING_CHAT: {
    description:
      'A chat waits for whoever takes it first, on a channel that the viewer is assigned to, unless they have as many chats as `Operator.maxChats` allows; or, for an admin, a chat waits too long.',
    ways: ALL,
  },
  CHANNEL_MESSAGE: {
    description:
      'A visitor writes in a chat that others answer, of the channels of the viewer or some of them.',
    ways: [],
  },
} as const satisfies Record<string, NotificationKindEntry>

export type NotificationKind = keyof typeof notificationKinds

export const NOTIFICATION_KINDS = Object.keys(notificationKinds) as NotificationKind[]

export const NOTIFICATION_WAYS = Object.keys(notificationWays) as NotificationWay[]
