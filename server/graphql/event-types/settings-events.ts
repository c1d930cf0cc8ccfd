import { readNotificationSettings } from '../../domain/notifications/notification-settings.ts'
import { MOST_REASONS } from '../../domain/operators/away-reason.ts'
import { kindsAbout, kindsWith } from '../../events/kinds/event-kinds.ts'
import { Channel } from '../channels.ts'
import { Department } from '../departments.ts'
import { builder } from '../kit/builder.ts'
import { encodeGlobalId } from '../kit/global-id.ts'
import { loadRow } from '../kit/load.ts'
import { NotificationSettings } from '../notification-settings.ts'
import { Operator } from '../operators.ts'
import { ANY, defineEvents } from './define-events.ts'
import { type EventShape, idOf, typeOf } from './event-interface.ts'

const OperatorEvent = builder.interfaceRef<EventShape>('OperatorEvent').implement({
  description: 'Something that happened to an operator of the account.',
  resolveType: typeOf,
  interfaces: ANY,
  fields: (t) => ({
    operator: t.field({
      type: Operator,
      description: 'The operator, as they are now.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.user, idOf(subjectId)),
    }),
  }),
})
defineEvents(
  [
    'OPERATOR_CREATED',
    'OPERATOR_UPDATED',
    'OPERATOR_SET_AWAY',
    'OPERATOR_DEACTIVATED',
    'OPERATOR_REACTIVATED',
  ],
  [...ANY, OperatorEvent],
)

defineEvents(kindsAbout('CHANNEL'), ANY, (t) => ({
  channel: t.field({
    type: Channel,
    description: 'The channel, as it is now.',
    resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.channel, idOf(subjectId)),
  }),
}))
defineEvents(['CHANNEL_DELETED'], ANY, (t) => ({
  channelId: t.id({
    description: 'The `id` that the channel had.',
    resolve: ({ subjectId }) => encodeGlobalId('Channel', idOf(subjectId)),
  }),
}))

defineEvents(kindsAbout('DEPARTMENT'), ANY, (t) => ({
  department: t.field({
    type: Department,
    description: 'The department, as it is now.',
    resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.department, idOf(subjectId)),
  }),
}))
defineEvents(['DEPARTMENT_DELETED'], ANY, (t) => ({
  departmentId: t.id({
    description: 'The `id` that the department had.',
    resolve: ({ subjectId }) => encodeGlobalId('Department', idOf(subjectId)),
  }),
}))

defineEvents(kindsAbout('CANNED_REPLY'), ANY, (t) => ({
  cannedReplyId: t.id({
    description:
      'The `id` of the canned reply. It may be for other channels or departments than those of the viewer, or deleted: read it with `node`.',
    resolve: ({ subjectId }) => encodeGlobalId('CannedReply', idOf(subjectId)),
  }),
}))
defineEvents(['CANNED_REPLIES_IMPORTED'], ANY)

const SettingsEvent = builder.interfaceRef<EventShape>('SettingsEvent').implement({
  description: 'An event after which settings, sessions or API tokens may have changed: read them again.',
  resolveType: typeOf,
  interfaces: ANY,
})
defineEvents(['LEFT_CHATS_ACKNOWLEDGED'], ANY)
defineEvents(['NOTIFICATION_SETTINGS_UPDATED'], ANY, (t) => ({
  notificationSettings: t.field({
    type: NotificationSettings,
    description: 'Which notifications the viewer gets now, and how.',
    resolve: async ({ userId }, _args, { loaders }) =>
      readNotificationSettings(await loadRow(loaders.user, idOf(userId))),
  }),
}))
defineEvents(['ACCOUNT_UPDATED'], [...ANY, SettingsEvent], (t) => ({
  name: t.string({
    description: 'The name that the account has now.',
    resolve: async ({ accountId: id }, _args, { services }) =>
      (await services.db.account.findUniqueOrThrow({ where: { id } })).name,
  }),
  awayReasons: t.stringList({
    description: `The reasons for being away that the account has now; at most ${MOST_REASONS}.`,
    resolve: async ({ accountId: id }, _args, { services }) =>
      (await services.db.account.findUniqueOrThrow({ where: { id } })).awayReasons,
  }),
}))
defineEvents(
  [...kindsWith('fromAudit', true).filter((kind) => kind !== 'ACCOUNT_UPDATED'), ...kindsAbout('SESSION')],
  [...ANY, SettingsEvent],
)
