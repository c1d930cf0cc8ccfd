import {
  type NotificationKind as KindName,
  notificationKinds,
  notificationWays,
  type NotificationWay as WayName,
} from '../domain/notifications/notification-kinds.ts'
import {
  NOTIFICATION_SOUNDS,
  type QuietHours as QuietHoursShape,
  type NotificationSettings as SettingsShape,
} from '../domain/notifications/notification-settings.ts'
import { updateNotificationSettings } from '../domain/notifications/update-notification-settings.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { verbMutation } from './kit/verb-mutation.ts'

const FROM = 'When they begin, from 00:00 to 23:59.'
const TO =
  'When they end, from 00:00 to 23:59. A time before `from` is on the next day, as in 22:00 to 07:00.'
const ZONE = 'The time zone of the viewer: an IANA name, such as `Europe/Berlin`.'
const QUIET = 'When the viewer wants no sound and no notification. Null is never.'
const SHOWS_TEXT =
  'Whether push notifications contain the name of the visitor and the text. They are encrypted for the browser.'
const SOUND = 'The sound that plays in each browser of the viewer.'

const NotificationKind = builder.enumType('NotificationKind', {
  description: 'What somebody can be told of.',
  values: describe<KindName>(notificationKinds),
})

const NotificationWay = builder.enumType('NotificationWay', {
  description: 'How somebody can be told of something.',
  values: describe<WayName>(notificationWays),
})

const NotificationSound = builder.enumType('NotificationSound', {
  description: 'A sound for notifications.',
  values: Object.fromEntries(
    NOTIFICATION_SOUNDS.map((sound) => [
      sound,
      { description: `${sound.charAt(0)}${sound.slice(1).toLowerCase()}.` },
    ]),
  ) as Record<SettingsShape['sound'], { description: string }>,
})

const NotificationChoice = builder
  .objectRef<SettingsShape['choices'][number]>('NotificationChoice')
  .implement({
    description: 'How the viewer is told of one kind of thing.',
    fields: (t) => ({
      kind: t.expose('kind', { type: NotificationKind, description: 'What they are told of.' }),
      ways: t.expose('ways', {
        type: [NotificationWay],
        description: 'How they are told; at most one of each. Empty: not at all.',
      }),
    }),
  })

const QuietHours = builder.objectRef<QuietHoursShape>('QuietHours').implement({
  description: QUIET,
  fields: (t) => ({
    from: t.exposeString('from', { description: FROM }),
    to: t.exposeString('to', { description: TO }),
    timeZone: t.exposeString('timeZone', { description: ZONE }),
  }),
})

export const NotificationSettings = builder.objectRef<SettingsShape>('NotificationSettings').implement({
  description: 'What tells the viewer of what.',
  fields: (t) => ({
    choices: t.expose('choices', {
      type: [NotificationChoice],
      description:
        'The kinds of notifications, at most one entry for each, in the order in which they are shown.',
    }),
    sound: t.expose('sound', { type: NotificationSound, description: SOUND }),
    pushShowsText: t.exposeBoolean('pushShowsText', { description: SHOWS_TEXT }),
    quietHours: t.expose('quietHours', { type: QuietHours, nullable: true, description: QUIET }),
  }),
})

const NotificationChoiceInput = builder.inputType('NotificationChoiceInput', {
  description: 'How the viewer wants to be told of one kind of thing.',
  fields: (t) => ({
    kind: t.field({ type: NotificationKind, required: true, description: 'What they are told of.' }),
    ways: t.field({ type: [NotificationWay], required: true, description: 'How. Empty: not at all.' }),
  }),
})

const QuietHoursInput = builder.inputType('QuietHoursInput', {
  description: QUIET,
  fields: (t) => ({
    from: t.string({ required: true, description: FROM }),
    to: t.string({ required: true, description: TO }),
    timeZone: t.string({ required: true, description: ZONE }),
  }),
})

verbMutation('updateNotificationSettings', {
  errors: ['BLANK', 'INVALID'],
  description:
    'Sets what tells the viewer of what, on all their devices. Omitted fields and kinds are unchanged.',
  input: (t) => ({
    choices: t.field({
      type: [NotificationChoiceInput],
      required: false,
      description: 'How they are told of these kinds; each kind once.',
    }),
    sound: t.field({ type: NotificationSound, required: false, description: SOUND }),
    pushShowsText: t.boolean({ required: false, description: SHOWS_TEXT }),
    quietHours: t.field({ type: QuietHoursInput, required: false, description: QUIET }),
  }),
  resolve: (context, input) =>
    updateNotificationSettings(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({
    notificationSettings: t.field({
      type: NotificationSettings,
      nullable: true,
      description: 'What tells the viewer of what now.',
      resolve: ({ value }) => value,
    }),
  }),
})

function describe<Name extends string>(
  entries: Record<Name, { description: string }>,
): Record<Name, { description: string }> {
  const names = Object.keys(entries) as Name[]
  return Object.fromEntries(
    names.map((name) => [name, { description: entries[name].description }]),
  ) as Record<Name, { description: string }>
}
