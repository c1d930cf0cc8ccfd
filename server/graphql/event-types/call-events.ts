import { kindsAbout } from '../../events/kinds/event-kinds.ts'
import { Call } from '../calls.ts'
import { builder } from '../kit/builder.ts'
import { loadRow } from '../kit/load.ts'
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
defineEvents(kindsAbout('CALL'), [...ANY, CallEvent])
