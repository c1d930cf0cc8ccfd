import { findQueuePosition } from '../../domain/visits/find-queue-position.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import { ChatRatingEnum } from '../archive.ts'
import { builder } from '../builder.ts'
import { ChatStatusEnum } from '../chats.ts'
import { VisitOperator } from './visit-operator.ts'

export const VisitChat = builder.objectRef<Chat>('VisitChat').implement({
  description: 'A chat as its visitor sees it.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: 'Its id.', resolve: ({ id }) => id }),
    status: t.expose('status', { type: ChatStatusEnum, description: 'How far it has come.' }),
    queuePosition: t.int({
      nullable: true,
      description: 'How many wait before the visitor, and themselves: 1 for the next. Null unless QUEUED.',
      resolve: (chat, _args, { services }) => findQueuePosition(services, chat),
    }),
    operators: t.field({
      type: [VisitOperator],
      description: 'Who is in it now, at most 500.',
      resolve: async ({ id }, _args, { loaders }) => {
        const members = await loaders.membersOfChat.load(id)
        const present = members.filter(({ leftAt }) => leftAt === null)
        const users = await Promise.all(present.map(({ userId }) => loaders.user.load(userId)))
        return users.filter((user) => user !== null)
      },
    }),
    lastReadByOperatorSeq: t.int({
      description: 'Up to which message somebody who is or was in the chat has read; 0 before.',
      resolve: ({ id }, _args, { loaders }) => loaders.readByMembersOfChat.load(id),
    }),
    seenSeq: t.exposeInt('seenSeq', {
      description: 'Up to which message the visitor has read, on any device; 0 before.',
    }),
    rating: t.expose('rating', {
      type: ChatRatingEnum,
      nullable: true,
      description: 'What the visitor thought of it.',
    }),
    ratingComment: t.exposeString('ratingComment', {
      nullable: true,
      description: 'What they added to the rating.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    closedAt: t.expose('closedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was closed. Null while it is open.',
    }),
  }),
})
