import { rateVisit } from '../../domain/visits/chat/rate-visit.ts'
import { requestChatLog } from '../../domain/visits/chat/request-chat-log.ts'
import { sendVisitorMessage } from '../../domain/visits/chat/send-visitor-message.ts'
import { setVisitorTyping } from '../../domain/visits/chat/set-visitor-typing.ts'
import { clearHistory } from '../../domain/visits/clear-history.ts'
import { markMessagesSeen } from '../../domain/visits/reading/mark-messages-seen.ts'
import { ChatRatingEnum } from '../chats.ts'
import { returned } from '../kit/payload-fields.ts'
import { done } from './done.ts'
import { VisitChat } from './visit-chat.ts'
import { VisitMessage } from './visit-message.ts'
import { visitorMutation } from './visitor-mutation.ts'

visitorMutation('sendVisitorMessage', {
  description: 'Writes to the operators. If no chat is open, it opens one.',
  errors: ['BLANK', 'CHANNEL_PAUSED', 'IDEMPOTENCY_KEY_REUSED', 'INVALID', 'NOT_FOUND', 'OTHER_VISITOR'],
  input: (t) => ({
    idempotencyKey: t.field({
      type: 'UUID',
      description:
        'A random UUID made for this message, which becomes its `id`. The same key with the same message returns the existing one.',
    }),
    visitorNumber: t.int({
      required: false,
      description:
        'The `visitorNumber` of whoever wrote it. If the token is now that of another visitor, into whom they were not merged, the message is refused. Omitted, nothing is checked.',
    }),
    text: t.string({
      required: false,
      description: 'The text, or the comment on a file; cut to 1000 characters.',
    }),
    fileId: t.field({
      type: 'UUID',
      required: false,
      description: 'The `id` that POST /files returned.',
    }),
    buttonId: t.string({ required: false, description: 'The `buttonId` of the button that was pressed.' }),
    invite: t.string({ required: false, description: 'The text of the trigger that invited the visitor.' }),
    department: t.int({ required: false, description: 'The number of the department of a new chat.' }),
  }),
  joinsProblems: true,
  resolve: ({ services, visitor }, { fileId, buttonId, ...input }, problems) =>
    sendVisitorMessage(services, {
      visitor,
      problems,
      ...input,
      visitorNumber: input.visitorNumber ?? null,
      text: input.text ?? null,
      invite: input.invite ?? null,
      department: input.department ?? null,
      fileId: fileId ?? null,
      buttonId: buttonId ?? null,
    }),
  payload: (t) => ({
    message: t.field(returned(VisitMessage, 'The message.')),
  }),
})

visitorMutation('setVisitorTyping', {
  description: 'Shows operators that the visitor has started or stopped typing.',
  errors: [],
  input: (t) => ({ typing: t.boolean({ description: 'Whether they are typing now.' }) }),
  resolve: async ({ services, visitor }, { typing }) => {
    await setVisitorTyping(services, { visitor, typing })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('markMessagesSeen', {
  description: 'Stores how far the visitor has read. A lower number than before changes nothing.',
  errors: ['NOT_FOUND'],
  input: (t) => ({
    chatId: t.field({ type: 'UUID', description: 'The `id` of the chat.' }),
    seq: t.int({ description: 'The `seq` of the last message that they have seen.' }),
  }),
  resolve: async ({ services, visitor }, { chatId, seq }) => {
    await markMessagesSeen(services, { visitor, chatId, seq })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('rateVisit', {
  description: 'Rates a chat of the visitor. The last rating counts.',
  errors: ['INVALID', 'NOT_FOUND'],
  input: (t) => ({
    chatId: t.field({
      type: 'UUID',
      required: false,
      description: 'The `id` of the chat. Omitted, it is the open one, or the last.',
    }),
    rating: t.field({ type: ChatRatingEnum, description: 'The rating.' }),
    comment: t.string({
      required: false,
      description: 'Up to 1000 characters are kept. Unchanged when omitted; null clears it.',
    }),
  }),
  resolve: ({ services, visitor }, input) => rateVisit(services, { visitor, ...input }),
  payload: (t) => ({
    chat: t.field(returned(VisitChat, 'The chat, as it is now.')),
  }),
})

visitorMutation('requestChatLog', {
  description:
    'Mails the messages of the open or the last chat that the visitor has not cleared. At most 5 mails an hour, and 5 a day to one address.',
  errors: ['BLANK', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({ email: t.string({ description: 'Where to send it.' }) }),
  resolve: async ({ services, visitor }, { email }) => {
    await requestChatLog(services, { visitor, email })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('clearHistory', {
  description: 'Hides the conversation so far from the visitor. Operators still see it.',
  errors: [],
  resolve: async ({ services, visitor }) => {
    await clearHistory(services, { visitor })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})
