import type { Chat } from '../../generated/prisma/client.ts'
import { ChatRatingEnum, ChatStatusEnum } from '../chats.ts'
import { MAX_LIST } from '../kit/bounds.ts'
import { builder } from '../kit/builder.ts'
import { VisitOperator } from './visit-operator.ts'

export const VisitChat = builder.objectRef<Chat>('VisitChat').implement({
  description: 'A chat as its visitor sees it.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: 'Its id.', resolve: ({ id }) => id }),
    status: t.expose('status', { type: ChatStatusEnum, description: 'Its current state.' }),
    queuePosition: t.int({
      nullable: true,
      description: 'The place of the visitor in the queue: 1 for the next. Null unless QUEUED.',
      resolve: ({ id, status }, _args, { loaders }) =>
        status === 'QUEUED' ? loaders.queuePositionOfChat.load(id) : null,
    }),
    operators: t.field({
      type: [VisitOperator],
      description: `Who is in it now, at most ${MAX_LIST}.`,
      resolve: async ({ id }, _args, { loaders }) => {
        const members = await loaders.membersOfChat.load(id)
        const present = members.filter(({ leftAt }) => leftAt === null)
        const users = await Promise.all(present.map(({ userId }) => loaders.user.load(userId)))
        return users.filter((user) => user !== null)
      },
    }),
    lastReadByOperatorSeq: t.int({
      description:
        "The sequence number of the visitor's last message that an operator of the chat has read; 0 when there is none.",
      resolve: ({ id }, _args, { loaders }) => loaders.readByMembersOfChat.load(id),
    }),
    seenSeq: t.exposeInt('seenSeq', {
      description:
        'The sequence number of the last message that the visitor has read, on any device; 0 when there is none.',
    }),
    rating: t.expose('rating', {
      type: ChatRatingEnum,
      nullable: true,
      description: 'How the visitor rated it.',
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
