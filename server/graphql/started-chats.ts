import { startChat } from '../domain/chats/start-chat.ts'
import { type Mailing, mailingOfParent } from '../domain/mail/replies/find-mailing.ts'
import { type UnreachableReason, whyUnreachable } from '../domain/visitors/why-unreachable.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { Chat } from './chats.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { newContent } from './message-mutations.ts'
import { Message } from './messages.ts'
import { Visitor } from './visitors.ts'

const UnreachableReasonEnum = builder.enumType('UnreachableReason', {
  description: 'Why nothing that an operator writes would reach a visitor.',
  values: {
    BLACKLISTED: { description: 'The visitor is blacklisted.' },
    CHANNEL_DELETED: { description: 'Their channel was deleted.' },
    NOT_ON_WEBSITE: { description: 'They write through a widget, and are not on the website.' },
    UNSUBSCRIBED: {
      description: 'The same, and they have unsubscribed from replies by mail.',
    },
  } satisfies Record<UnreachableReason, { description: string }>,
})

builder.prismaObjectField(Visitor, 'unreachableReason', (t) =>
  t.field({
    type: UnreachableReasonEnum,
    nullable: true,
    description: 'Why `startChat` would refuse to write to the visitor now. Null when it would not.',
    resolve: async (visitor, _args, { services, loaders }) =>
      whyUnreachable(services, visitor, await loadRow(loaders.channel, visitor.channelId), async (id) => {
        const [mailing] = await loaders.perParent(mailingOfParent).load(id)
        return mailing as Mailing | undefined
      }),
  }),
)

builder.prismaObjectFields(Chat, (t) => ({
  continuedChat: t.field({
    type: Chat,
    nullable: true,
    description: 'The closed chat that an operator took up again with this one.',
    resolve: ({ continuedChatId }, _args, { loaders }) =>
      continuedChatId ? loaders.chat.load(continuedChatId) : null,
  }),
  continuedBy: t.field({
    type: Chat,
    nullable: true,
    description: 'The latest chat with which an operator took this one up again.',
    resolve: async ({ id }, _args, { loaders }) => {
      const [row] = await loaders
        .perParent(
          Prisma.sql`SELECT id FROM "Chat" WHERE "continuedChatId" = parent.id ORDER BY number DESC LIMIT 1`,
        )
        .load(id)
      return row ? loaders.chat.load((row as { id: string }).id) : null
    },
  }),
}))

verbMutation('startChat', {
  description:
    'Writes to a visitor who has no open chat: a new one begins, and the viewer answers it. When the visitor has an open chat, nothing is sent: the payload has that chat, and no message.',
  errors: ['BLANK', 'IDEMPOTENCY_KEY_REUSED', 'INVALID', 'NOT_FOUND', 'TOO_LONG', 'VISITOR_UNREACHABLE'],
  input: (t) => ({
    idempotencyKey: t.field({
      type: 'UUID',
      description:
        'A random UUID made by the caller for this message. The same key with the same input returns what it has begun; with another input it is refused.',
    }),
    visitorId: t.globalID({ for: [Visitor], description: 'To whom to write.' }),
    continuedChatId: t.globalID({
      for: [Chat],
      required: false,
      description: 'A closed chat of the visitor that the new one continues: the two link to each other.',
    }),
    ...newContent(t),
  }),
  joinsProblems: true,
  resolve: (context, { idempotencyKey, visitorId, continuedChatId, text, fileId }, problems) =>
    startChat(context.services, {
      viewer: viewerOf(context),
      problems,
      idempotencyKey,
      visitorId: visitorId.id,
      continuedChatId: continuedChatId?.id ?? null,
      text: text ?? null,
      fileId: fileId?.id ?? null,
    }),
  payload: (t) => ({
    chat: t.field({
      type: Chat,
      nullable: true,
      description: 'The new chat, or the one that was open.',
      resolve: ({ value }) => value?.chat,
    }),
    message: t.field({
      type: Message,
      nullable: true,
      description: 'The message. Null when the visitor had an open chat, in which nothing was sent.',
      resolve: ({ value }) => value?.message,
    }),
  }),
})
