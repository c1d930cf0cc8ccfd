import { MOST_MENTIONED } from '../domain/mentions/lock-mentioned.ts'
import { deleteMessage } from '../domain/messages/changes/delete-message.ts'
import { editMessage } from '../domain/messages/changes/edit-message.ts'
import type { FileUse } from '../domain/messages/describe-file.ts'
import { sendMessage } from '../domain/messages/send-message.ts'
import { Chat } from './chats.ts'
import { FileRef } from './files.ts'
import { builder, type Types } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Message } from './messages.ts'
import { Operator } from './operators.ts'

/** The field of a payload with the entry that was written or changed. */
export const messageNow = returned(Message, 'The entry of the chat, as it is now.')

/** The field of an input for those whom a note mentions. */
export const mentionedIds = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) =>
  t.globalIDList({
    for: [Operator],
    required: false,
    description: `Whom it mentions: operators who can see the chat, at most ${MOST_MENTIONED}. They are told, except the viewer. The text also names them, in whatever form the viewer likes.`,
  })

/** The fields of an input for what a new message says. */
export const newContent = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => ({
  text: t.string({
    required: false,
    description: 'The text, or the comment on the file; up to 4000 characters.',
  }),
  fileId: t.globalID({
    for: [FileRef],
    required: false,
    description: 'A file that the viewer has uploaded with POST /files.',
  }),
})

const SendAs = builder.enumType('SendAs', {
  description: 'What to send a file as when its content leaves a choice.',
  values: {
    VOICE: { description: 'An audio file as a voice message.' },
    STICKER: { description: 'A picture of at most 512 × 512 pixels and 1 MB as a sticker.' },
  } satisfies Record<NonNullable<FileUse['sendAs']>, { description: string }>,
})

const LocationInput = builder.inputType('LocationInput', {
  description: 'A place on the map.',
  fields: (t) => ({
    latitude: t.float({ required: true, description: 'Degrees, −90 to 90.' }),
    longitude: t.float({ required: true, description: 'Degrees, −180 to 180.' }),
  }),
})

verbMutation('sendMessage', {
  description:
    'Sends a message of the viewer to the visitor: a text, a file or a location. Sending to a chat that is waiting or that a bot answers accepts it.',
  errors: [
    'BLANK',
    'CHAT_ACCEPTED_BY_OTHER',
    'CHAT_CLOSED',
    'IDEMPOTENCY_KEY_REUSED',
    'INVALID',
    'NOT_FOUND',
    'TOO_LONG',
  ],
  input: (t) => ({
    idempotencyKey: t.field({
      type: 'UUID',
      description:
        'A random UUID made by the caller for this message. The same key with the same input returns the existing message and sends nothing, so that a request without an answer can be repeated; with another input it is refused.',
    }),
    chatId: t.globalID({ for: [Chat], description: 'The chat to write in.' }),
    ...newContent(t),
    sendAs: t.field({
      type: SendAs,
      required: false,
      description:
        'What to send the file as. By default PHOTO, VIDEO, AUDIO or DOCUMENT, depending on its content.',
    }),
    duration: t.int({
      required: false,
      description:
        'The length of a recording in seconds, 1 to 86400. Used only when the file does not state it.',
    }),
    location: t.field({
      type: LocationInput,
      required: false,
      description: 'A place to send instead of a file.',
    }),
    quotedMessageId: t.globalID({
      for: [Message],
      required: false,
      description:
        'A message of the same chat to quote, not a note. A widget shows it above the text. Everywhere else, its beginning is put before the text, in lines that begin with `> `, shortened so that both together have at most 4000 characters.',
    }),
  }),
  joinsProblems: true,
  resolve: (
    context,
    { idempotencyKey, chatId, text, fileId, sendAs, duration, location, quotedMessageId },
    problems,
  ) =>
    sendMessage(context.services, {
      viewer: viewerOf(context),
      problems,
      idempotencyKey,
      chatId: chatId.id,
      text: text ?? null,
      fileId: fileId?.id ?? null,
      sendAs,
      duration,
      location,
      quotedId: quotedMessageId?.id ?? null,
    }),
  payload: (t) => ({ message: t.field(returned(Message, 'The message.')) }),
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
