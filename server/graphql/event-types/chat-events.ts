import { Department } from '../departments.ts'
import { builder } from '../kit/builder.ts'
import { loadRow } from '../kit/load.ts'
import { Operator } from '../operators.ts'
import { CHANGING_CHAT, defineEvents, type EventFields, OF_CHAT } from './define-events.ts'
import { idOf, transferredTo } from './event-interface.ts'
import { CrmEvent } from './webhook-events.ts'

defineEvents(
  ['CHAT_OPENED', 'CHAT_CLOSED', 'CHAT_RATED', 'CHAT_UPDATED', 'CHAT_SNOOZED', 'CHAT_UNSNOOZED'],
  CHANGING_CHAT,
)

const operator = (description: string): EventFields => {
  return (t) => ({
    operator: t.field({
      type: Operator,
      description,
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.user, idOf(subjectId)),
    }),
  })
}
// Endpoints are asked about a chat that is accepted.
defineEvents(['CHAT_ACCEPTED'], [...CHANGING_CHAT, CrmEvent], operator('The operator who accepted it.'))
defineEvents(['OPERATOR_JOINED'], CHANGING_CHAT, operator('The operator who joined it.'))
defineEvents(['OPERATOR_LEFT'], CHANGING_CHAT, operator('The operator who left it.'))

const TransferTarget = builder.unionType('TransferTarget', {
  types: [Department, Operator],
  description: 'Where a chat can be transferred to.',
})

defineEvents(['CHAT_TRANSFERRED'], CHANGING_CHAT, (t) => ({
  target: t.field({
    type: TransferTarget,
    description: 'Where it was transferred to.',
    resolve: async (event, _args, { loaders }) => {
      const id = idOf(event.subjectId)
      return transferredTo(event) === 'DEPARTMENT'
        ? Department.addBrand(await loadRow(loaders.department, id))
        : Operator.addBrand(await loadRow(loaders.user, id))
    },
  }),
}))

defineEvents(['CHAT_READ'], OF_CHAT, (t) => ({
  lastReadSeq: t.int({
    description: 'The sequence number up to which the viewer has read.',
    resolve: ({ chatId, userId }, _args, { loaders }) => loaders.readSeq(idOf(userId)).load(idOf(chatId)),
  }),
}))
