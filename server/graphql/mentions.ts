import { listUnseenMentions } from '../domain/mentions/list-unseen-mentions.ts'
import { MOST_MENTIONED } from '../domain/mentions/lock-mentioned.ts'
import { markMentionsSeen } from '../domain/mentions/mark-mentions-seen.ts'
import { mentionsOf } from '../domain/mentions/mentions-of.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { Chat } from './chats.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Message } from './messages.ts'
import { Operator } from './operators.ts'
import { Viewer } from './viewer.ts'

export const Mention = builder.prismaNode('Mention', {
  id: { field: 'id' },
  nullable: true,
  description: 'A place where a note mentions the viewer.',
  findUnique: (id, context) => ({ id, ...mentionsOf(viewerOf(context)) }),
  fields: (t) => ({
    message: t.field({
      type: Message,
      description: 'The note.',
      resolve: ({ messageId }, _args, { loaders }) => loadRow(loaders.message, messageId),
    }),
    chat: t.field({
      type: Chat,
      description: 'The chat that the note is in.',
      resolve: ({ chatId }, _args, { loaders }) => loadRow(loaders.chat, chatId),
    }),
    seenAt: t.expose('seenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the viewer saw it. Null before.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const MentionConnection = connectionOf('Mention', Mention, { counted: 'never' })

builder.prismaObjectField(Message, 'mentions', (t) =>
  t.field({
    type: [Operator],
    description: `Whom a note mentions, by name; at most ${MOST_MENTIONED}. Empty for everything else.`,
    resolve: ({ id, type }, _args, { loaders }) =>
      type === 'NOTE' ? loaders.mentionedInMessage.load(id) : [],
  }),
)

builder.objectField(Viewer, 'unseenMentions', (t) =>
  t.field({
    type: [Mention],
    description: `Where the viewer is mentioned and has not looked yet, latest first; at most ${MAX_LIST}. \`markMentionsSeen\` removes those of a chat.`,
    resolve: (viewer, _args, { services }) => listUnseenMentions(services, { viewer, limit: MAX_LIST }),
  }),
)

builder.queryField('mentions', (t) =>
  t.prismaConnection(
    {
      type: Mention,
      cursor: 'id',
      description: 'Where notes mention the viewer, in chats that they can see, newest first.',
      authScopes: { signedIn: true },
      resolve: (query, _root, _args, context) => {
        const viewer = viewerOf(context)
        return listPage(
          context,
          query,
          { table: 'Mention', where: Prisma.sql`"userId" = ${viewer.userId}::uuid` },
          context.services.db.mention.findMany({
            ...query,
            where: mentionsOf(viewer),
            orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          }),
        )
      },
    },
    MentionConnection,
  ),
)

verbMutation('markMentionsSeen', {
  description:
    'The viewer has seen where notes of a chat mention them: these are no longer in `Viewer.unseenMentions`, on any of their screens.',
  errors: ['NOT_FOUND'],
  input: (t) => ({ chatId: t.globalID({ for: [Chat], description: 'The chat.' }) }),
  resolve: async (context, { chatId }) => {
    const viewer = viewerOf(context)
    await markMentionsSeen(context.services, { viewer, chatId: chatId.id })
    return listUnseenMentions(context.services, { viewer, limit: MAX_LIST })
  },
  payload: (t) => ({
    unseenMentions: t.field(
      returned([Mention], `Those that the viewer has not seen yet, of all chats; at most ${MAX_LIST}.`),
    ),
  }),
})
