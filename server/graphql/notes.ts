import { MOST_MENTIONED } from '../domain/mentions/lock-mentioned.ts'
import { deleteMessage } from '../domain/messages/changes/delete-message.ts'
import { editMessage } from '../domain/messages/changes/edit-message.ts'
import { writeNote } from '../domain/messages/notes/write-note.ts'
import type { Message as MessageRow } from '../generated/prisma/client.ts'
import { Chat } from './chats.ts'
import type { Types } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Message } from './messages.ts'
import { Operator } from './operators.ts'

const messageNow = {
  type: Message,
  nullable: true,
  description: 'The entry of the chat, as it is now.',
  resolve: ({ value }: { value: MessageRow | null }) => value,
} as const

const mentionedIds = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) =>
  t.globalIDList({
    for: [Operator],
    required: false,
    description: `Whom it mentions: operators who can see the chat, at most ${MOST_MENTIONED}. They are told, except the viewer. The text names them, too, as the viewer likes.`,
  })

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

verbMutation('editMessage', {
  description:
    "Changes the text of the viewer's own note or reply until `Message.editableUntil`. The same text again changes nothing. A reply can only be changed on a WIDGET channel, whose visitor sees the new text at once.",
  errors: ['BLANK', 'INVALID', 'NOT_EDITABLE', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [Message], description: 'The note or reply.' }),
    text: t.string({
      description: 'The new text; up to 4000 characters. It can only be blank as the caption of a file.',
    }),
    mentionedIds: mentionedIds(t),
  }),
  joinsProblems: true,
  resolve: (context, { id, text, mentionedIds: mentioned }, problems) =>
    editMessage(context.services, {
      viewer: viewerOf(context),
      problems,
      id: id.id,
      text,
      mentionedIds: (mentioned ?? []).map((operator) => operator.id),
    }),
  payload: (t) => ({ message: t.field(messageNow) }),
})

verbMutation('deleteMessage', {
  description:
    "Deletes the viewer's own note or reply until `Message.editableUntil`. Its place in the chat stays, without content. Deleting it again changes nothing. A reply can only be deleted on a WIDGET channel.",
  errors: ['NOT_EDITABLE', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Message], description: 'The note or reply.' }) }),
  resolve: (context, { id }) => deleteMessage(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ message: t.field(messageNow) }),
})
