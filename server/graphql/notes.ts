import { writeNote } from '../domain/messages/notes/write-note.ts'
import { Chat } from './chats.ts'
import { viewerOf } from './kit/context.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { mentionedIds, messageNow } from './message-mutations.ts'
import { Message } from './messages.ts'

verbMutation('writeNote', {
  description:
    'Writes a note in a chat: an entry that only operators see. The viewer need not be in the chat and does not join or accept it; it may be closed.',
  errors: ['BLANK', 'IDEMPOTENCY_KEY_REUSED', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({
    idempotencyKey: t.field({
      type: 'UUID',
      description:
        'A random UUID made by the caller for this note. The same key with the same input returns the existing note; with another input it is refused.',
    }),
    chatId: t.globalID({ for: [Chat], description: 'The chat to write in.' }),
    text: t.string({ description: 'The text; up to 4000 characters.' }),
    mentionedIds: mentionedIds(t),
    quotedMessageId: t.globalID({
      for: [Message],
      required: false,
      description: 'A message or note of the same chat to quote.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { idempotencyKey, chatId, text, mentionedIds: mentioned, quotedMessageId }, problems) =>
    writeNote(context.services, {
      viewer: viewerOf(context),
      problems,
      idempotencyKey,
      chatId: chatId.id,
      text,
      mentionedIds: (mentioned ?? []).map(({ id }) => id),
      quotedId: quotedMessageId?.id ?? null,
    }),
  payload: (t) => ({ note: t.field(messageNow) }),
})
