import type { WidgetEntry } from '../../domain/channels/channel-directory.ts'
import { getChannelStatus } from '../../domain/channels/get-channel-status.ts'
import { getCallback } from '../../domain/visits/get-callback.ts'
import type { Channel, WidgetSettings as WidgetRow } from '../../generated/prisma/client.ts'
import { builder } from '../builder.ts'
import { VisitOperator } from './visit-operator.ts'
import { ContactFieldEnum, ContactsFormEnum, PositionEnum, ThemeEnum } from './widget-enums.ts'

/** A widget as its visitors see it. */
export interface ShownWidget {
  entry: WidgetEntry
  channel: Channel
  row: WidgetRow
  visitorId: string
}

const WidgetDepartment = builder.objectRef<{ number: number; name: string }>('WidgetDepartment').implement({
  description: 'A department that a chat can be for.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Its number, which `sendVisitorMessage` takes.' }),
    name: t.exposeString('name'),
  }),
})

const CallbackState = builder.enumType('CallbackState', {
  description: 'Whether a visitor can ask to be called.',
  values: {
    AVAILABLE: { description: 'They can.' },
    DISABLED: { description: 'It is switched off.' },
    UNAVAILABLE: { description: 'Not now.' },
  } as const,
})

const WidgetCallback = builder
  .objectRef<{ state: 'AVAILABLE' | 'DISABLED' | 'UNAVAILABLE'; countries: string[] }>('WidgetCallback')
  .implement({
    description: 'Whether and where visitors are called.',
    fields: (t) => ({
      state: t.expose('state', { type: CallbackState, description: 'Whether they can ask for it now.' }),
      countries: t.exposeStringList('countries', {
        description: 'The countries (ISO 3166-1 alpha-2) that are called, at most 300; all when it is empty.',
      }),
    }),
  })

export const Widget = builder.objectRef<ShownWidget>('Widget').implement({
  description: 'A widget as its visitors see it.',
  fields: (t) => ({
    name: t.string({
      description: 'Its title: what stands above the conversation.',
      resolve: ({ channel, row }) => row.title ?? channel.name,
    }),
    online: t.boolean({
      description: 'Whether somebody answers.',
      resolve: async ({ entry }, _args, { services }) => (await getChannelStatus(services, entry)) === 1,
    }),
    paused: t.boolean({
      description:
        'Whether it takes no messages at the moment, also in an open chat; a message can be left instead (`sendOfflineMessage`).',
      resolve: ({ entry }) => entry.paused,
    }),
    color: t.string({ description: 'See `WidgetSettings.color`.', resolve: ({ row }) => row.color }),
    color2: t.string({
      nullable: true,
      description: 'See `WidgetSettings.color2`.',
      resolve: ({ row }) => row.color2,
    }),
    position: t.field({
      type: PositionEnum,
      description: 'Where it is.',
      resolve: ({ row }) => row.position,
    }),
    theme: t.field({ type: ThemeEnum, description: 'Light or dark.', resolve: ({ row }) => row.theme }),
    locale: t.string({
      nullable: true,
      description: 'Its language (BCP 47). Null: that of the page or the browser.',
      resolve: ({ row }) => row.locale,
    }),
    greeting: t.string({
      nullable: true,
      description: 'What stands in an empty conversation. Null: words of the widget.',
      resolve: ({ row }) => row.greeting,
    }),
    offlineText: t.string({
      nullable: true,
      description: 'The same while nobody is there.',
      resolve: ({ row }) => row.offlineText,
    }),
    contactsForm: t.field({
      type: ContactsFormEnum,
      description: 'When it asks who the visitor is.',
      resolve: ({ row }) => row.contactsForm,
    }),
    contactFields: t.field({
      type: [ContactFieldEnum],
      description: 'What it asks for, at most 4 fields.',
      resolve: ({ row }) => row.contactFields,
    }),
    requiredFields: t.field({
      type: [ContactFieldEnum],
      description: 'What of it must be filled in, at most 4 fields.',
      resolve: ({ row }) => row.requiredFields,
    }),
    offlineForm: t.boolean({
      description: 'Whether a message can be left while nobody is there.',
      resolve: ({ row }) => row.offlineForm,
    }),
    hiddenOffline: t.boolean({
      description: 'Whether nothing is shown while nobody is there.',
      resolve: ({ row }) => row.hiddenOffline,
    }),
    sound: t.boolean({
      description: 'Whether a new message makes a sound.',
      resolve: ({ row }) => row.sound,
    }),
    rules: t.field({
      type: 'JSON',
      description: 'See `WidgetSettings.rules`.',
      resolve: ({ row }) => row.rules,
    }),
    fileMaxBytes: t.int({
      description: 'The maximum size of a file, in bytes.',
      resolve: (_widget, _args, { services }) => services.env.files.maxBytes,
    }),
    departments: t.field({
      type: [WidgetDepartment],
      description: 'The departments of the company by name, at most 100.',
      resolve: ({ channel: { accountId } }, _args, { services }) =>
        services.db.department.findMany({ where: { accountId }, orderBy: { name: 'asc' }, take: 100 }),
    }),
    callback: t.field({
      type: WidgetCallback,
      description: 'Whether and where visitors are called.',
      resolve: ({ channel: { accountId, id: channelId }, visitorId }, _args, { services }) =>
        getCallback(services, { accountId, channelId, visitorId }),
    }),
    operators: t.field({
      type: [VisitOperator],
      description: 'Who answers at the moment, at most 5 of them, for the header.',
      resolve: async ({ entry }, _args, { services, loaders }) => {
        const connected = await services.presence.connectedUsers(entry.accountId)
        const there = entry.availableOperatorIds.filter((id) => connected.has(id)).slice(0, 5)
        const users = await Promise.all(there.map((id) => loaders.user.load(id)))
        return users.filter((user) => user !== null)
      },
    }),
  }),
})
