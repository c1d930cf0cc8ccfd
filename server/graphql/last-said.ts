import { writerOf } from '../domain/messages/entries/is-entry.ts'
import { Chat } from './chats.ts'
import { builder } from './kit/builder.ts'
import { MessageAuthorEnum } from './messages.ts'
import { Operator } from './operators.ts'

builder.prismaObjectFields(Chat, (t) => ({
  lastAuthor: t.field({
    type: MessageAuthorEnum,
    description:
      'Who wrote the last message or note, whose beginning is `preview`; notices do not count. SYSTEM while there is none.',
    resolve: async ({ id, lastSeq, lastVisitorSeq }, _args, { loaders }) => {
      if (lastSeq === lastVisitorSeq) return 'VISITOR'
      const last = await loaders.lastSaidInChat.load(id)
      return last ? writerOf(last) : 'SYSTEM'
    },
  }),
  lastIsNote: t.boolean({
    description: 'Whether that is a note.',
    resolve: async ({ id, lastSeq, lastVisitorSeq }, _args, { loaders }) =>
      lastSeq !== lastVisitorSeq && (await loaders.lastSaidInChat.load(id))?.type === 'NOTE',
  }),
  lastOperator: t.field({
    type: Operator,
    nullable: true,
    description: 'The operator who wrote the last message or note. Null when somebody else did.',
    resolve: async ({ id, lastSeq, lastVisitorSeq }, _args, { loaders }) => {
      if (lastSeq === lastVisitorSeq) return null
      const userId = (await loaders.lastSaidInChat.load(id))?.userId
      return userId ? loaders.user.load(userId) : null
    },
  }),
  unansweredSince: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When the visitor wrote the first of the messages that nobody has answered since. Null when the last one is an answer, and unless the chat is ACTIVE: while it is QUEUED, see `queuedAt`.',
    resolve: ({ status, unansweredSince }) => (status === 'ACTIVE' ? unansweredSince : null),
  }),
}))
