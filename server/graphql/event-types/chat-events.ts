import type { TargetKind } from '../../domain/targets/target-state.ts'
import { ChatTargetKind } from '../chat-targets.ts'
import { Department } from '../departments.ts'
import { MAX_LIST } from '../kit/bounds.ts'
import { builder } from '../kit/builder.ts'
import { loadRow } from '../kit/load.ts'
import { Operator } from '../operators.ts'
import { loadTags, Tag } from '../tags.ts'
import { CHANGING_CHAT, defineEvents, type EventFields, OF_CHAT } from './define-events.ts'
import { idOf, transferredTo } from './event-interface.ts'
import { CrmEvent } from './webhook-events.ts'

defineEvents(
  [
    'CHAT_OPENED',
    'CHAT_CLOSED',
    'CHAT_RATED',
    'CHAT_UPDATED',
    'CHAT_SNOOZED',
    'CHAT_UNSNOOZED',
    'CHAT_ROUTED',
    'CHAT_NOT_TAKEN',
  ],
  CHANGING_CHAT,
)

defineEvents(['TARGET_NEARED', 'TARGET_MISSED'], CHANGING_CHAT, (t) => ({
  targetKind: t.field({
    type: ChatTargetKind,
    description: 'What was to happen in time.',
    resolve: ({ data }) => (data as { target: TargetKind }).target,
  }),
}))

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
defineEvents(['OBSERVER_JOINED'], CHANGING_CHAT, operator('The supervisor who joined it silently.'))
defineEvents(['OBSERVER_LEFT'], CHANGING_CHAT, operator('The supervisor who left it.'))

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

/** Without those that were deleted since. */
const tags = (which: 'added' | 'removed', description: string): EventFields => {
  return (t) => ({
    [which]: t.field({
      type: [Tag],
      description: `${description.slice(0, -1)}, without those that were deleted since; at most ${MAX_LIST}.`,
      resolve: ({ data }, _args, { loaders }) =>
        loadTags(loaders, (data as Record<typeof which, string[]>)[which]),
    }),
  })
}
defineEvents(['CHAT_TAGGED'], CHANGING_CHAT, (t) => ({
  ...tags('added', 'The tags that were put on it.')(t),
  ...tags('removed', 'The tags that were taken off it.')(t),
}))

defineEvents(['CHAT_MARKED_UNREAD'], OF_CHAT)

defineEvents(['CHAT_READ'], OF_CHAT, (t) => ({
  lastReadSeq: t.int({
    description: 'The sequence number up to which the viewer has read.',
    resolve: async ({ chatId, userId }, _args, { loaders }) =>
      (await loaders.readMark(idOf(userId)).load(idOf(chatId))).lastSeq,
  }),
}))
