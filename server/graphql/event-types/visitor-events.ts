import { mergedIdOf } from '../../events/merged-id.ts'
import { builder } from '../kit/builder.ts'
import { encodeGlobalId } from '../kit/global-id.ts'
import { loadRow } from '../kit/load.ts'
import { Visitor } from '../visitors.ts'
import { ANY, defineEvents } from './define-events.ts'
import { type EventShape, idOf, typeOf } from './event-interface.ts'

const VisitorEvent = builder.interfaceRef<EventShape>('VisitorEvent').implement({
  description: 'Something that happened to a visitor.',
  resolveType: typeOf,
  interfaces: ANY,
  fields: (t) => ({
    visitor: t.field({
      type: Visitor,
      description: 'The visitor, as they are now.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.visitor, idOf(subjectId)),
    }),
  }),
})
defineEvents(
  ['VISITOR_UPDATED', 'HISTORY_CLEARED', 'VISITOR_INVITED', 'VISIT_INVITATION_ANSWERED'],
  [...ANY, VisitorEvent],
)
defineEvents(['VISITOR_ERASED'], ANY, (t) => ({
  visitorId: t.id({
    description: 'The `id` that the visitor had.',
    resolve: ({ subjectId }) => encodeGlobalId('Visitor', idOf(subjectId)),
  }),
}))
defineEvents(['VISITORS_MERGED'], [...ANY, VisitorEvent], (t) => ({
  merged: t.field({
    type: Visitor,
    description: 'The visitor whose chats are now those of `visitor`.',
    resolve: (event, _args, { loaders }) => loadRow(loaders.visitor, idOf(mergedIdOf(event))),
  }),
}))
