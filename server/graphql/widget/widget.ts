import { type Callback, getCallback } from '../../domain/calls/get-callback.ts'
import type { WidgetEntry } from '../../domain/channels/channel-directory.ts'
import { getChannelStatus } from '../../domain/channels/get-channel-status.ts'
import { launcherShapes } from '../../domain/channels/launcher-shapes.ts'
import { isOpen } from '../../domain/hours/is-open.ts'
import { nextOpening } from '../../domain/hours/next-opening.ts'
import type { Channel, WidgetSettings as WidgetRow } from '../../generated/prisma/client.ts'
import { CallbackStateEnum } from '../callback-state.ts'
import { builder } from '../kit/builder.ts'
import { shownSettings } from './shown-settings.ts'
import { VisitOperator } from './visit-operator.ts'

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

const WidgetCallback = builder.objectRef<Callback>('WidgetCallback').implement({
  description: 'Whether and where visitors are called.',
  fields: (t) => ({
    state: t.expose('state', { type: CallbackStateEnum, description: 'Whether they can ask for it now.' }),
    countries: t.exposeStringList('countries', {
      description:
        'The countries (ISO 3166-1 alpha-2) whose numbers may be called; at most 250, or all when it is empty.',
    }),
  }),
})

export const Widget = builder.objectRef<ShownWidget>('Widget').implement({
  description: 'A widget as its visitors see it.',
  fields: (t) => ({
    name: t.string({
      description: 'The text above the conversation.',
      resolve: ({ channel, row }) => row.title ?? channel.name,
    }),
    online: t.boolean({
      description: 'Whether somebody is available.',
      resolve: async ({ entry }, _args, { services }) => (await getChannelStatus(services, entry)) === 1,
    }),
    opensAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Outside its business hours, when they begin again. Null within them, without any, and when they do not begin within two years.',
      resolve: ({ entry: { hours } }) => {
        const now = new Date()
        return hours && !isOpen(hours, now) ? nextOpening(hours, now) : null
      },
    }),
    ...shownSettings(t),
    paused: t.boolean({
      description:
        'Whether it is paused: it accepts no messages, not even in an open chat, but visitors can leave one for later (`sendOfflineMessage`).',
      resolve: ({ entry }) => entry.paused,
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
    launcherShape: t.string({
      description:
        'The picture on the launcher, as a value of `clip-path` (CSS) on a square of 24 pixels: that of `launcherIcon`.',
      resolve: ({ row }) => launcherShapes[row.launcherIcon],
    }),
    usualAnswerMinutes: t.int({
      nullable: true,
      description:
        'Within how many minutes operators usually answer: half of the latest chats of this widget had an answer by then. It is counted again every ten minutes, and rounded up. Null while fewer than 5 chats of the last 30 days had one, or fewer than half of the latest, and for more than a day.',
      resolve: ({ entry }, _args, { services }) => services.usualAnswers.minutesOf(entry),
    }),
    operators: t.field({
      type: [VisitOperator],
      description:
        'Operators who are available now; at most 5. None while it is paused, and outside its business hours.',
      resolve: async ({ entry }, _args, { services, loaders }) => {
        if (entry.paused || !isOpen(entry.hours, new Date())) return []
        const connected = await services.presence.connectedUsers(entry.accountId)
        const there = entry.availableOperatorIds.filter((id) => connected.has(id)).slice(0, 5)
        const users = await Promise.all(there.map((id) => loaders.user.load(id)))
        return users.filter((user) => user !== null)
      },
    }),
  }),
})
