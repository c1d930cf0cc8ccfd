import type { ChatResult as Result } from '../domain/chats/several/chat-result.ts'
import { closeChats } from '../domain/chats/several/close-chats.ts'
import { MOST_CHATS_AT_ONCE } from '../domain/chats/several/each-once.ts'
import { markChatsRead } from '../domain/chats/several/mark-chats-read.ts'
import { markChatsUnread } from '../domain/chats/several/mark-chats-unread.ts'
import { takeOverChats } from '../domain/chats/several/take-over-chats.ts'
import { transferChats } from '../domain/chats/several/transfer-chats.ts'
import { MOST_TAGS_OF_CHAT, tagChats } from '../domain/tags/tag-chats.ts'
import { Chat } from './chats.ts'
import { Department } from './departments.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder, type Types } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { encodeGlobalId } from './kit/global-id.ts'
import { returned } from './kit/payload-fields.ts'
import { toUserErrors, UserError } from './kit/user-error.ts'
import { entryInput, verbMutation } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'
import { Tag } from './tags.ts'

const ChatResult = builder.objectRef<Result>('ChatResult').implement({
  description: 'What became of one of several chats.',
  fields: (t) => ({
    chatId: t.id({
      description: 'The `id` of the chat, as it was sent.',
      resolve: ({ chatId }) => encodeGlobalId('Chat', chatId),
    }),
    chat: t.field({
      type: Chat,
      nullable: true,
      description: 'The chat, as it is now. Null when it was refused.',
      resolve: ({ chat }) => chat,
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why this chat was refused; empty on success.',
      resolve: ({ refusal }) => (refusal && toUserErrors(refusal)) ?? [],
    }),
  }),
})

type PayloadBuilder = PothosSchemaTypes.ObjectFieldBuilder<Types, { value: Result[] | null }>

const results = (t: PayloadBuilder) =>
  t.field(
    returned(
      [ChatResult],
      `What became of each chat, in the order of the input; one that was sent twice counts once; at most ${MOST_CHATS_AT_ONCE}.`,
    ),
  )

const SEVERAL = `At most ${MOST_CHATS_AT_ONCE} chats; one that is refused does not affect the others. TOO_LONG for more; every other code is in \`results\`.`

verbMutation('tagChats', {
  description: `Puts tags on chats and takes others off them, also on closed ones; whoever sees a chat may do it. A tag that is already on a chat, or already off it, changes nothing. At most ${MOST_CHATS_AT_ONCE} chats; what refuses one of them (LIMIT_REACHED with more than ${MOST_TAGS_OF_CHAT} tags, NOT_FOUND) is in \`results\`, and does not affect the others.`,
  errors: ['INVALID', 'LIMIT_REACHED', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({
    chatIds: t.globalIDList({ for: [Chat], description: 'The chats.' }),
    addTagIds: t.globalIDList({
      for: [Tag],
      required: false,
      description: `The tags to put on them; INVALID for archived ones; at most ${MAX_LIST}.`,
    }),
    removeTagIds: t.globalIDList({
      for: [Tag],
      required: false,
      description: `The tags to take off them; at most ${MAX_LIST}.`,
    }),
  }),
  resolve: (context, { chatIds, addTagIds, removeTagIds }) =>
    tagChats(context.services, {
      viewer: viewerOf(context),
      chatIds: chatIds.map(({ id }) => id),
      addTagIds: addTagIds?.map(({ id }) => id) ?? [],
      removeTagIds: removeTagIds?.map(({ id }) => id) ?? [],
    }),
  payload: (t) => ({ results: results(t) }),
})

const CloseChatsEntry = entryInput('CloseChatsEntry', {
  description: 'One of several chats that are to be closed.',
  fields: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat to close.' }),
    lastVisitorSeq: t.int({ required: false, description: 'See `CloseChatInput.lastVisitorSeq`.' }),
  }),
})

verbMutation('closeChats', {
  description: `Closes several chats as \`closeChat\` closes one. ${SEVERAL}`,
  errors: ['NOT_FOUND', 'NOT_IN_CHAT', 'TAG_REQUIRED', 'TOO_LONG', 'VISITOR_WROTE'],
  input: (t) => ({
    chats: t.field({ type: [CloseChatsEntry], description: 'The chats.' }),
    withoutTag: t.boolean({ required: false, description: 'See `CloseChatInput.withoutTag`.' }),
  }),
  resolve: (context, { chats, withoutTag }) =>
    closeChats(context.services, {
      viewer: viewerOf(context),
      chats: chats.map(({ chatId, ...entry }) => ({ ...entry, chatId: chatId.id })),
      withoutTag,
    }),
  payload: (t) => ({ results: results(t) }),
})

const TakeOverChatsEntry = entryInput('TakeOverChatsEntry', {
  description: 'One of several chats that are to be taken over.',
  fields: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat to take over.' }),
    operatorIds: t.globalIDList({
      for: [Operator],
      required: false,
      description: `See \`TakeOverChatInput.operatorIds\`; \`[]\` for a chat that nobody answers; at most ${MAX_LIST}.`,
    }),
  }),
})

verbMutation('takeOverChats', {
  description: `Makes the viewer the only operator of several chats as \`takeOverChat\` does of one. ${SEVERAL}`,
  errors: ['CHAT_ACCEPTED_BY_OTHER', 'CHAT_CLOSED', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({ chats: t.field({ type: [TakeOverChatsEntry], description: 'The chats.' }) }),
  resolve: (context, { chats }) =>
    takeOverChats(context.services, {
      viewer: viewerOf(context),
      chats: chats.map(({ chatId, operatorIds }) => ({
        chatId: chatId.id,
        operatorIds: operatorIds?.map(({ id }) => id),
      })),
    }),
  payload: (t) => ({ results: results(t) }),
})

verbMutation('transferChats', {
  description: `Hands several chats over as \`transferChat\` does one. ${SEVERAL}`,
  errors: ['CHAT_CLOSED', 'INVALID', 'NOT_FOUND', 'NOT_IN_CHAT', 'OPERATOR_OFFLINE', 'TOO_LONG'],
  input: (t) => ({
    chatIds: t.globalIDList({ for: [Chat], description: 'The chats.' }),
    operatorId: t.globalID({ for: [Operator], required: false, description: 'See `TransferChatInput`.' }),
    departmentId: t.globalID({ for: [Department], required: false, description: 'See `TransferChatInput`.' }),
    note: t.string({ required: false, description: 'See `TransferChatInput.note`.' }),
  }),
  resolve: (context, { chatIds, operatorId, departmentId, note }) =>
    transferChats(context.services, {
      viewer: viewerOf(context),
      chatIds: chatIds.map(({ id }) => id),
      operatorId: operatorId?.id ?? null,
      departmentId: departmentId?.id ?? null,
      note: note ?? null,
    }),
  payload: (t) => ({ results: results(t) }),
})

const MarkChatsReadEntry = entryInput('MarkChatsReadEntry', {
  description: 'One of several chats that the viewer has read.',
  fields: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat.' }),
    seq: t.int({ description: 'See `MarkChatReadInput.seq`.' }),
  }),
})

verbMutation('markChatsRead', {
  description: `Stores for several chats how far the viewer has read, as \`markChatRead\` does for one. ${SEVERAL}`,
  errors: ['NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({ chats: t.field({ type: [MarkChatsReadEntry], description: 'The chats.' }) }),
  resolve: (context, { chats }) =>
    markChatsRead(context.services, {
      viewer: viewerOf(context),
      chats: chats.map(({ chatId, seq }) => ({ chatId: chatId.id, seq })),
    }),
  payload: (t) => ({ results: results(t) }),
})

verbMutation('markChatsUnread', {
  description: `Marks several chats as unread for the viewer, as \`markChatUnread\` does one. ${SEVERAL}`,
  errors: ['NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({ chatIds: t.globalIDList({ for: [Chat], description: 'The chats.' }) }),
  resolve: (context, { chatIds }) =>
    markChatsUnread(context.services, { viewer: viewerOf(context), chatIds: chatIds.map(({ id }) => id) }),
  payload: (t) => ({ results: results(t) }),
})
