import { kindsAbout } from '../../events/kinds/event-kinds.ts'
import { builder } from '../kit/builder.ts'
import { loadRow } from '../kit/load.ts'
import { OfflineMessage } from '../offline-messages.ts'
import { ANY, defineEvents } from './define-events.ts'
import { type EventShape, idOf, typeOf } from './event-interface.ts'

const OfflineMessageEvent = builder.interfaceRef<EventShape>('OfflineMessageEvent').implement({
  description: 'Something that happened to an offline message.',
  resolveType: typeOf,
  interfaces: ANY,
  fields: (t) => ({
    offlineMessage: t.field({
      type: OfflineMessage,
      description: 'The offline message, as it is now.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.offlineMessage, idOf(subjectId)),
    }),
  }),
})
defineEvents(kindsAbout('OFFLINE_MESSAGE'), [...ANY, OfflineMessageEvent])
