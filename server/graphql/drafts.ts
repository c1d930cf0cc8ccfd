import { DRAFT_LENGTH, MAX_AGE_MS, MOST_DRAFTS, saveDraft } from '../domain/drafts/save-draft.ts'
import type { Draft as DraftRow } from '../generated/prisma/client.ts'
import { DraftKind } from '../generated/prisma/enums.ts'
import { Chat } from './chats.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'

const DraftKindEnum = builder.enumType(DraftKind, {
  name: 'DraftKind',
  description: 'What a draft becomes.',
  values: {
    REPLY: { description: 'A message to the visitor.' },
    NOTE: { description: 'A note, which only operators see.' },
  },
})

const Draft = builder.objectRef<DraftRow>('Draft').implement({
  description: 'What an operator has begun to write in a chat, and has not sent. Nobody else sees it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: DraftKindEnum, description: 'What it becomes.' }),
    text: t.exposeString('text', { description: `The text; up to ${DRAFT_LENGTH} characters.` }),
    savedAt: t.expose('savedAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
})

builder.prismaObjectFields(Chat, (t) => ({
  viewerDrafts: t.field({
    type: [Draft],
    nullable: true,
    description:
      'What the viewer has begun to write in it, on this or another device; at most one of each kind. Null inside events, which are the same for everyone.',
    resolve: (chat, _args, { loaders, shared, viewer }) =>
      shared || !viewer ? null : loaders.draftsInChat(viewer.userId).load(chat.id),
  }),
}))

verbMutation('saveDraft', {
  description: `Keeps what the viewer has begun to write in a chat, for their other devices: a draft for each chat and kind, and the last ${MOST_DRAFTS} in all. Sending a message does not remove it.`,
  errors: ['INVALID', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat.' }),
    kind: t.field({ type: DraftKindEnum, description: 'What it becomes.' }),
    text: t.string({ description: `Up to ${DRAFT_LENGTH} characters; an empty text removes the draft.` }),
    ageMs: t.int({
      required: false,
      description: `How many milliseconds ago it was written, 0 to ${MAX_AGE_MS}; by default, now. If another device wrote later, this changes nothing.`,
    }),
  }),
  joinsProblems: true,
  resolve: (context, { chatId, ageMs, ...input }, problems) =>
    saveDraft(context.services, {
      viewer: viewerOf(context),
      chatId: chatId.id,
      ageMs: ageMs ?? 0,
      problems,
      ...input,
    }),
  payload: (t) => ({
    draft: t.field(
      returned(
        Draft,
        'The draft, as it is now, which may be a later one of another device. Null when there is none.',
      ),
    ),
  }),
})
