import { builder } from '../builder.ts'
import { Call } from '../calls.ts'
import { loadRow } from '../load.ts'
import { ANY, defineEvents } from './define-events.ts'
import { type EventShape, idOf, typeOf } from './event-interface.ts'

const CallEvent = builder.interfaceRef<EventShape>('CallEvent').implement({
  description: 'Something that happened to a call.',
  resolveType: typeOf,
  interfaces: ANY,
  fields: (t) => ({
    call: t.field({
      type: Call,
      description: 'The call, as it is now.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.call, idOf(subjectId)),
    }),
  }),
})
defineEvents(
  ['CALL_STARTED', 'CALL_OPERATOR_CONNECTED', 'CALL_CLIENT_CONNECTED', 'CALL_ENDED', 'CALL_FAILED'],
  [...ANY, CallEvent],
)
