import {
  type NotificationKind as KindName,
  notificationKinds,
  notificationWays,
  type NotificationWay as WayName,
} from '../domain/notifications/notification-kinds.ts'
import {
  MAIL_MINUTES,
  NOTIFICATION_SOUNDS,
  type QuietHours as QuietHoursShape,
  type NotificationSettings as SettingsShape,
} from '../domain/notifications/notification-settings.ts'
import { updateNotificationSettings } from '../domain/notifications/update-notification-settings.ts'
import { Channel } from './channels.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { encodeGlobalId } from './kit/global-id.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'

const FROM = 'When they begin, from 00:00 to 23:59.'
const TO =
  'When they end, from 00:00 to 23:59. A time before `from` is on the next day, as in 22:00 to 07:00.'
const ZONE = 'The time zone of the viewer: an IANA name, such as `Europe/Berlin`.'
const QUIET = 'When the viewer wants no sound, no notification and no mail. Null is never.'
const SHOWS_TEXT =
  'Whether push notifications contain the name of the visitor and the text. They are encrypted for the browser.'
const MAIL_AFTER = `How many minutes something must be unseen before the viewer is mailed about it and everything else that they have not seen by then, other than in their quiet hours: ${MAIL_MINUTES.join(', ')}. Null is never.`
const MAIL_SHOWS_TEXT = 'Whether these mails contain the name of the visitor and the text.'
const CHANNELS = `The channels whose chats \`CHANNEL_MESSAGE\` is about; at least one, and at most ${MAX_LIST}. Null is all of the viewer's.`
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
  description: 'Which notifications the viewer gets, and how.',
  fields: (t) => ({
    choices: t.expose('choices', {
      type: [NotificationChoice],
      description:
        'The kinds of notifications, at most one entry for each, in the order in which they are shown.',
    }),
    channelIds: t.idList({
      nullable: true,
      description: CHANNELS,
      resolve: ({ channelIds }) => channelIds?.map((id) => encodeGlobalId('Channel', id)) ?? null,
    }),
    sound: t.expose('sound', { type: NotificationSound, description: SOUND }),
    pushShowsText: t.exposeBoolean('pushShowsText', { description: SHOWS_TEXT }),
    mailMinutes: t.exposeInt('mailMinutes', { nullable: true, description: MAIL_AFTER }),
    mailShowsText: t.exposeBoolean('mailShowsText', { description: MAIL_SHOWS_TEXT }),
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
  errors: ['BLANK', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  description:
    'Sets which notifications the viewer gets, and how, on all their devices. Omitted fields and kinds are unchanged.',
  input: (t) => ({
    choices: t.field({
      type: [NotificationChoiceInput],
      required: false,
      description: 'How they are told of these kinds; each kind once.',
    }),
    channelIds: t.globalIDList({ for: [Channel], required: false, description: CHANNELS }),
    sound: t.field({ type: NotificationSound, required: false, description: SOUND }),
    pushShowsText: t.boolean({ required: false, description: SHOWS_TEXT }),
    mailMinutes: t.int({ required: false, description: MAIL_AFTER }),
    mailShowsText: t.boolean({ required: false, description: MAIL_SHOWS_TEXT }),
    quietHours: t.field({ type: QuietHoursInput, required: false, description: QUIET }),
  }),
  joinsProblems: true,
  resolve: (context, { channelIds, ...input }, problems) =>
    updateNotificationSettings(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      channelIds: channelIds === null ? null : channelIds?.map(({ id }) => id),
    }),
  payload: (t) => ({
    notificationSettings: t.field(
      returned(NotificationSettings, 'Which notifications the viewer gets now, and how.'),
    ),
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
