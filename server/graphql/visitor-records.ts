import { blacklistVisitor } from '../domain/visitors/blacklist-visitor.ts'
import { eraseVisitor } from '../domain/visitors/erase-visitor.ts'
import { mergeVisitors } from '../domain/visitors/merge-visitors.ts'
import { unblacklistVisitor } from '../domain/visitors/unblacklist-visitor.ts'
import { updateVisitor } from '../domain/visitors/update-visitor.ts'
import {
  type AuditEntry as AuditEntryRow,
  type Message as MessageRow,
  Prisma,
} from '../generated/prisma/client.ts'
import { AuditEntry, AuditEntryConnection } from './audit.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { nestedPage } from './kit/nested-page.ts'
import { deletedId, returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Message, MessageConnection } from './messages.ts'
import { Visitor } from './visitors.ts'

builder.prismaObjectField(Visitor, 'history', (t) =>
  t.prismaConnection(
    {
      type: AuditEntry,
      cursor: 'id',
      description: 'The changes of the visitor and who made them, newest first.',
      resolve: (query, { id, accountId }, _args, context) => {
        const where = Prisma.sql`"accountId" = ${accountId}::uuid AND "subjectId" = parent.id AND "subjectType" = 'Visitor'`
        return nestedPage<AuditEntryRow>(
          context,
          id,
          { table: 'AuditEntry', where, order: ['createdAt', 'id'], direction: 'desc' },
          query,
        )
      },
    },
    AuditEntryConnection,
  ),
)

builder.prismaObjectField(Visitor, 'messages', (t) =>
  t.prismaConnection(
    {
      type: Message,
      cursor: 'id',
      description: 'The messages and notices of all chats of the visitor, newest first.',
      // Those of each chat are numbered without gaps.
      totalCount: async ({ id }, _args, { loaders }) => {
        const [row] = await loaders
          .perParent(
            Prisma.sql`SELECT coalesce(sum("lastSeq"), 0)::int AS count FROM "Chat" WHERE "visitorId" = parent.id`,
          )
          .load(id)
        return (row as { count: number }).count
      },
      resolve: (query, { id, accountId }, _args, context) => {
        const where = Prisma.sql`"accountId" = ${accountId}::uuid
        AND "chatId" IN (SELECT c.id FROM "Chat" c WHERE c."visitorId" = parent.id)`
        return nestedPage<MessageRow>(
          context,
          id,
          { table: 'Message', where, order: ['createdAt', 'id'], direction: 'desc' },
          query,
        )
      },
    },
    MessageConnection,
  ),
)

verbMutation('updateVisitor', {
  errors: ['INVALID', 'NOT_FOUND', 'TOO_LONG', 'VISITOR_MERGED'],
  description:
    "Changes what is known about a visitor. Omitted fields are unchanged; null and blank texts remove a value. The client's next message does not undo it, unless it contains a new value.",
  input: (t) => ({
    id: t.globalID({ for: [Visitor], description: 'The visitor.' }),
    name: t.string({ required: false, description: 'Up to 255 characters.' }),
    email: t.string({ required: false, description: 'An e-mail address; up to 254 characters.' }),
    phone: t.string({ required: false, description: 'Up to 50 characters.' }),
    description: t.string({ required: false, description: 'Up to 2000 characters.' }),
  }),
  joinsProblems: true,
  resolve: (context, { id, ...input }, problems) =>
    updateVisitor(context.services, { viewer: viewerOf(context), visitorId: id.id, problems, ...input }),
  payload: (t) => ({
    visitor: t.field(returned(Visitor, 'The visitor, as they are now.')),
  }),
})

verbMutation('blacklistVisitor', {
  errors: ['BLANK', 'INVALID', 'NOT_FOUND', 'TOO_LONG', 'VISITOR_MERGED'],
  description:
    'Puts a visitor on the blacklist: what they send is answered as usual, but discarded. An open chat stays open. Calling it again changes the reason.',
  input: (t) => ({
    id: t.globalID({ for: [Visitor], description: 'The visitor.' }),
    reason: t.string({ description: 'Why, for colleagues; 1 to 500 characters.' }),
  }),
  joinsProblems: true,
  resolve: (context, { id, reason }, problems) =>
    blacklistVisitor(context.services, { viewer: viewerOf(context), visitorId: id.id, reason, problems }),
  payload: (t) => ({
    visitor: t.field(returned(Visitor, 'The visitor, as they are now.')),
  }),
})

verbMutation('unblacklistVisitor', {
  errors: ['NOT_FOUND', 'VISITOR_MERGED'],
  description: 'Takes a visitor off the blacklist. What they sent in the meantime is lost.',
  input: (t) => ({ id: t.globalID({ for: [Visitor], description: 'The visitor.' }) }),
  resolve: (context, { id }) =>
    unblacklistVisitor(context.services, { viewer: viewerOf(context), visitorId: id.id }),
  payload: (t) => ({
    visitor: t.field(returned(Visitor, 'The visitor, as they are now.')),
  }),
})

verbMutation('mergeVisitors', {
  errors: ['CHAT_OPEN', 'INVALID', 'NOT_FOUND', 'VISITOR_MERGED'],
  description:
    'Merges two visitors of one channel. The survivor keeps their number and values, and fills gaps with those of the other; chats, calls and history move to the survivor, who also gets whatever arrives under either id. Refused while both have an open chat or are being called. Merging the same two again changes nothing.',
  input: (t) => ({
    survivorId: t.globalID({ for: [Visitor], description: 'The visitor who stays.' }),
    mergedId: t.globalID({ for: [Visitor], description: 'The visitor who is merged into the survivor.' }),
  }),
  resolve: (context, { survivorId, mergedId }) =>
    mergeVisitors(context.services, {
      viewer: viewerOf(context),
      survivorId: survivorId.id,
      mergedId: mergedId.id,
    }),
  payload: (t) => ({
    visitor: t.field(returned(Visitor, 'The survivor, as they are now.')),
  }),
})

verbMutation('eraseVisitor', {
  errors: ['CHAT_OPEN', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'VISITOR_MERGED'],
  description:
    'Admins only. Permanently deletes a visitor with all their data: chats, messages, files, deliveries, calls, history. One entry in the audit log remains, without personal data.',
  input: (t) => ({ id: t.globalID({ for: [Visitor], description: 'The visitor.' }) }),
  resolve: (context, { id }) =>
    eraseVisitor(context.services, { viewer: viewerOf(context), visitorId: id.id }),
  payload: (t) => ({
    erasedId: t.id(deletedId('Visitor', 'The id of the deleted visitor.')),
  }),
})
