import type { AuditChange } from '../domain/audit/audit-change.ts'
import { auditActions, auditSubjects } from '../domain/audit/audit-entry.ts'
import { administeredBy, isWithin } from '../domain/viewer.ts'
import { AppError } from '../errors.ts'
import { Actor, readActor } from './actors.ts'
import { AuditMentionType, mentionsIn } from './audit-mentions.ts'
import { TimeRangeInput } from './chat-filters.ts'
import { Chat } from './chats.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { readGlobalId } from './kit/global-id.ts'
import { Operator } from './operators.ts'
import { Visitor } from './visitors.ts'

const meanings: Record<(typeof auditActions)[number], string> = {
  ACCOUNT_UPDATED: 'The account was renamed.',
  API_TOKEN_CREATED: 'An API token was created.',
  API_TOKEN_REVOKED: 'An API token was revoked.',
  BOT_CONNECTED: 'A bot was connected.',
  BOT_DISCONNECTED: 'A bot was disconnected.',
  BOT_PROVIDER_CREATED: 'A bot provider was registered.',
  BOT_PROVIDER_DELETED: 'A bot provider was deleted.',
  BOT_PROVIDER_UPDATED: 'A bot provider was changed.',
  BOT_UPDATED: 'A bot was changed.',
  BUSINESS_HOURS_DELETED:
    'The business hours of the account, or those of a channel or department (`label`), were deleted.',
  BUSINESS_HOURS_UPDATED:
    'The business hours of the account, or those of a channel or department (`label`), were set.',
  CALL_SETTINGS_UPDATED:
    'The settings of calls were changed, or the secret or the report address of the telephone system was replaced.',
  CANNED_REPLIES_IMPORTED:
    'Shared canned replies were created and changed from a file; `note` contains how many.',
  CANNED_REPLY_CREATED: 'A shared canned reply was created.',
  CANNED_REPLY_DELETED: 'A shared canned reply was deleted.',
  CANNED_REPLY_UPDATED: 'A shared canned reply was changed.',
  CHANNEL_CREATED: 'A channel was created.',
  CHANNEL_DELETED: 'A channel was deleted.',
  CHANNEL_UPDATED: 'A channel was changed, paused or resumed, or its address was replaced.',
  CHAT_CLOSED: 'Somebody closed a chat that others were answering.',
  CHAT_HANDED_BACK: 'Somebody handed a chat that others were answering to the bot.',
  CHAT_LOG_SETTINGS_UPDATED: 'The addresses that get the logs of chats were changed.',
  CHAT_SETTINGS_UPDATED: 'How chats behave was changed.',
  CHAT_TAKEN_OVER: 'Somebody took over a chat that others were answering.',
  CHAT_TRANSFERRED: 'Somebody transferred a chat that others were answering.',
  DEPARTMENT_CREATED: 'A department was created.',
  DEPARTMENT_DELETED: 'A department was deleted.',
  DEPARTMENT_UPDATED: 'A department was changed.',
  DEVELOPER_SETTINGS_UPDATED: 'The safe URLs or the identity secret were changed.',
  OPERATOR_DEACTIVATED: 'An operator was deactivated.',
  OPERATOR_INVITATION_REVOKED: 'An invitation to the account was revoked.',
  OPERATOR_INVITED: 'Somebody was invited to the account.',
  OPERATOR_REACTIVATED: 'An operator was reactivated.',
  OPERATOR_SET_AWAY: 'Somebody set an operator as away; `note` contains the reason.',
  OPERATOR_UPDATED: 'The role of an operator was changed.',
  VISITOR_UPDATED: 'The name, e-mail address, phone number or description of a visitor changed.',
  VISITOR_BLACKLISTED: 'A visitor was put on the blacklist; `note` says why.',
  VISITOR_UNBLACKLISTED: 'A visitor was taken off the blacklist.',
  VISITORS_MERGED: 'Two visitors were merged.',
  VISITOR_IDENTIFIED: 'A visitor was identified by a signed user token.',
  VISITOR_IDENTITY_REFUSED:
    'A user token was rejected, because it was not signed with the identity secret or had expired. The visitor is unchanged.',
  VISITOR_ERASED: 'A visitor was deleted with all their data; `note` contains their number.',
  TAG_CREATED: 'A tag was created.',
  TAG_DELETED: 'A tag that no chat had was deleted.',
  TAG_UPDATED: 'A tag was changed, archived or restored.',
  RETENTION_UPDATED: 'How long chats, files, calls and logs are kept was changed.',
  ROUTING_SETTINGS_UPDATED: 'The routing rules, what else the routing does, or the targets were changed.',
  SAVED_VIEW_CREATED: 'A shared view of the inbox was created.',
  SAVED_VIEW_DELETED: 'A shared view of the inbox was deleted.',
  SAVED_VIEW_UPDATED: 'A shared view of the inbox was changed, or a view was shared or is no longer.',
  CHAT_LOG_SENT: 'The log of a chat was mailed.',
  MAIL_RESENT: 'A mail that had failed or was kept was sent again; `note` contains its kind.',
  OFFLINE_MESSAGE_ANSWERED: 'An offline message was answered.',
  WEBHOOK_ENDPOINT_CREATED: 'A webhook endpoint was created.',
  WEBHOOK_ENDPOINT_DELETED: 'A webhook endpoint was deleted.',
  WEBHOOK_ENDPOINT_UPDATED:
    'A webhook endpoint or its secret was changed, or the endpoint was switched off automatically.',
}

const AuditActionEnum = builder.enumType('AuditAction', {
  description: 'What an entry of the audit log records.',
  values: Object.fromEntries(
    auditActions.map((action) => [action, { description: meanings[action] }]),
  ) as Record<(typeof auditActions)[number], { description: string }>,
})

type Subject = (typeof auditSubjects)[number]

const AuditSubjectEnum = builder.enumType('AuditSubject', {
  description: 'What kind of thing an entry of the audit log is about.',
  values: Object.fromEntries(
    auditSubjects.map((type) => [
      type.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase(),
      { value: type, description: `An object of the type ${type}.` },
    ]),
  ) as Record<string, { value: Subject; description: string }>,
})

const AuditChangeType = builder.objectRef<AuditChange>('AuditChange').implement({
  description: 'One value that changed.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The name of the value.' }),
    before: t.exposeString('before', {
      nullable: true,
      description: 'The old value; lists and objects are JSON. Null when there was none, and for secrets.',
    }),
    after: t.exposeString('after', {
      nullable: true,
      description: 'The new value. Null when it was removed, and for secrets.',
    }),
    mentions: t.field({
      type: [AuditMentionType],
      description:
        'The names of the operators, channels and bots whose ids occur in `before` or `after`, at most 100; deleted ones are omitted.',
      resolve: (change, _args, { loaders }) => mentionsIn(change, loaders),
    }),
  }),
})

export const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'Something that somebody changed.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    action: t.field({
      type: AuditActionEnum,
      description: 'What was done.',
      resolve: ({ action }) => action as (typeof auditActions)[number],
    }),
    actor: t.field({
      type: Actor,
      nullable: true,
      description:
        'Who did it: an operator in person or through an API token, a bot, or the client on behalf of the visitor. Null when nobody did.',
      resolve: ({ actorType, actorId }, _args, context, info) =>
        readActor({ type: actorType, id: actorId }, context, info),
    }),
    changes: t.field({
      type: [AuditChangeType],
      description: 'The values that changed; at most 50.',
      resolve: ({ changes }) => changes as AuditChange[],
    }),
    note: t.exposeString('note', { nullable: true, description: 'The reason that was given, if any.' }),
    subjectType: t.field({
      type: AuditSubjectEnum,
      description: 'What kind of thing it is about.',
      resolve: ({ subjectType }) => subjectType as Subject,
    }),
    subjectId: t.globalID({
      description: 'The `id` of what it is about, which may no longer exist.',
      resolve: ({ subjectType, subjectId }) => ({ type: subjectType, id: subjectId }),
    }),
    visitor: t.field({
      type: Visitor,
      nullable: true,
      description:
        'The visitor that it is about, or who left the offline message that it is about. Null for everything else, and after the visitor was erased.',
      resolve: async ({ subjectType, subjectId }, _args, { loaders }) => {
        if (subjectType === 'Visitor') return loaders.visitor.load(subjectId)
        if (subjectType !== 'OfflineMessage') return null
        const visitorId = (await loaders.offlineMessage.load(subjectId))?.visitorId
        return visitorId ? loaders.visitor.load(visitorId) : null
      },
    }),
    chat: t.field({
      type: Chat,
      nullable: true,
      description:
        'The chat that it is about. Null for everything else, after the chat was deleted, and for whoever does not see it.',
      resolve: async ({ subjectType, subjectId }, _args, { loaders, viewer }) => {
        if (subjectType !== 'Chat' || !viewer) return null
        const chat = await loaders.chat.load(subjectId)
        return chat && isWithin(viewer, chat) ? chat : null
      },
    }),
    label: t.exposeString('label', {
      nullable: true,
      description: 'The name of what it is about, as it was then. Null for visitors.',
    }),
    address: t.string({
      nullable: true,
      description: 'The IP address that the change came from. Null for all but admins.',
      resolve: ({ address }, _args, { viewer }) => (viewer?.role === 'ADMIN' ? address : null),
    }),
    userAgent: t.string({
      nullable: true,
      description: 'The User-Agent header of the change, up to 300 characters. Null for all but admins.',
      resolve: ({ userAgent }, _args, { viewer }) => (viewer?.role === 'ADMIN' ? userAgent : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

export const AuditEntryConnection = connectionOf('AuditEntry', AuditEntry, { counted: 'never' })

const AuditFilterInput = builder.inputType('AuditFilter', {
  description:
    'Which entries to return. Every given field must match; of a list, any one entry. Omitted fields do not restrict.',
  fields: (t) => ({
    actions: t.field({
      type: [AuditActionEnum],
      required: false,
      description: 'Entries about these actions.',
    }),
    operatorId: t.globalID({
      for: [Operator],
      required: false,
      description: 'Entries about what this operator did.',
    }),
    subjectId: t.id({ required: false, description: 'Entries about the object with this `id`.' }),
    createdAt: t.field({ type: TimeRangeInput, required: false, description: 'When they were written.' }),
  }),
})

/** The id of an object of any type. */
function readSubjectId(globalId: string): string {
  const read = readGlobalId(globalId)
  if (read) return read.id
  throw new AppError('invalid_request', 'This is not a valid id.', { field: 'filter.subjectId' })
}

builder.queryField('auditEntries', (t) =>
  t.prismaConnection(
    {
      type: AuditEntry,
      cursor: 'id',
      description: 'What people, bots and clients have changed, newest first. Admins only.',
      authScopes: { admin: true },
      args: {
        filter: t.arg({
          type: AuditFilterInput,
          required: false,
          description: 'Which entries to return; all by default.',
        }),
      },
      resolve: (query, _root, { filter }, context) => {
        const { actions, operatorId, subjectId, createdAt } = filter ?? {}
        const entries = context.services.db.auditEntry.findMany({
          ...query,
          where: {
            ...administeredBy(viewerOf(context)),
            ...(actions && { action: { in: actions } }),
            ...(operatorId && { actorId: operatorId.id, actorType: 'OPERATOR' as const }),
            ...(subjectId && { subjectId: readSubjectId(String(subjectId)) }),
            createdAt: {
              ...(createdAt?.since && { gte: createdAt.since }),
              ...(createdAt?.until && { lt: createdAt.until }),
            },
          },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        })
        return listPage(context, query, { table: 'AuditEntry' }, entries)
      },
    },
    AuditEntryConnection,
  ),
)
