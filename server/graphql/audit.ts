import type { AuditChange } from '../domain/audit/audit-change.ts'
import { auditActions, auditSubjects } from '../domain/audit/audit-entry.ts'
import { administeredBy } from '../domain/viewer.ts'
import { Actor, readActor } from './actors.ts'
import { builder } from './builder.ts'
import { TimeRangeInput } from './chat-filters.ts'
import { connectionOf } from './connection.ts'
import { viewerOf } from './context.ts'
import { decodeGlobalId } from './global-id.ts'
import { Operator } from './operators.ts'

const meanings: Record<(typeof auditActions)[number], string> = {
  API_TOKEN_CREATED: 'An API token was created.',
  API_TOKEN_REVOKED: 'An API token was revoked.',
  BOT_CONNECTED: 'A bot was connected.',
  BOT_DISCONNECTED: 'A bot was disconnected.',
  BOT_PROVIDER_CREATED: 'A bot provider was registered.',
  BOT_PROVIDER_DELETED: 'A bot provider was deleted.',
  BOT_PROVIDER_UPDATED: 'A bot provider was changed.',
  BOT_UPDATED: 'A bot was changed.',
  CALL_SETTINGS_UPDATED:
    'How calls are made was changed, or the secret or the address of the telephone system.',
  CHANNEL_CREATED: 'A channel was created.',
  CHANNEL_DELETED: 'A channel was deleted.',
  CHANNEL_UPDATED: 'A channel was changed, paused or resumed, or its address was.',
  CHAT_LOG_SETTINGS_UPDATED: 'The addresses that get the logs of chats were changed.',
  DEPARTMENT_CREATED: 'A department was created.',
  DEPARTMENT_DELETED: 'A department was deleted.',
  DEPARTMENT_UPDATED: 'A department was changed.',
  DEVELOPER_SETTINGS_UPDATED: 'The safe URLs or the identity secret were changed.',
  OPERATOR_DEACTIVATED: 'An operator was deactivated.',
  OPERATOR_INVITATION_REVOKED: 'An invitation to the account was revoked.',
  OPERATOR_INVITED: 'Somebody was invited to the account.',
  OPERATOR_REACTIVATED: 'An operator was reactivated.',
  OPERATOR_UPDATED: 'The role of an operator was changed.',
  VISITOR_UPDATED: 'The name, e-mail address, phone number or description of a visitor changed.',
  VISITOR_BLACKLISTED: 'A visitor was put on the blacklist; `note` says why.',
  VISITOR_UNBLACKLISTED: 'A visitor was taken off the blacklist.',
  VISITORS_MERGED: 'Two visitors were merged.',
  VISITOR_IDENTIFIED: 'A signed user token told who a visitor is.',
  VISITOR_IDENTITY_REFUSED:
    'A user token was not signed with the identity secret, or had expired: the visitor stayed who they were.',
  VISITOR_ERASED: 'A visitor and everything of theirs was removed; `note` has their number.',
  RETENTION_UPDATED: 'How long chats, files, calls and logs are kept was changed.',
  CHAT_LOG_SENT: 'The log of a chat was mailed.',
  MAIL_RESENT: 'A mail that had failed or was kept was sent again; `note` has its kind.',
  OFFLINE_MESSAGE_ANSWERED: 'An offline message was answered.',
  WEBHOOK_ENDPOINT_CREATED: 'A webhook endpoint was created.',
  WEBHOOK_ENDPOINT_DELETED: 'A webhook endpoint was deleted.',
  WEBHOOK_ENDPOINT_UPDATED:
    'A webhook endpoint was changed, or its secret was; it is also switched off automatically.',
}

const AuditActionEnum = builder.enumType('AuditAction', {
  description: 'What somebody did.',
  values: Object.fromEntries(
    auditActions.map((action) => [action, { description: meanings[action] }]),
  ) as Record<(typeof auditActions)[number], { description: string }>,
})

const AuditSubjectEnum = builder.enumType('AuditSubject', {
  description: 'What kind of thing an entry of the audit log is about.',
  values: Object.fromEntries(
    auditSubjects.map((type) => [type, { description: `The type ${type}.` }]),
  ) as Record<(typeof auditSubjects)[number], { description: string }>,
})

const AuditChangeType = builder.objectRef<AuditChange>('AuditChange').implement({
  description: 'One value that changed.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The name of the value.' }),
    before: t.exposeString('before', {
      nullable: true,
      description: 'As it was; lists and objects are JSON. Null when there was none, and for secrets.',
    }),
    after: t.exposeString('after', {
      nullable: true,
      description: 'As it became. Null when it was removed, and for secrets.',
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
        "Who did it: an operator in person or through an API token, a bot, or the client in the visitor's name. Null when nobody did.",
      resolve: ({ actorType, actorId }, _args, context, info) =>
        readActor({ type: actorType, id: actorId }, context, info),
    }),
    changes: t.field({
      type: [AuditChangeType],
      description: 'The values that changed; at most 50.',
      resolve: ({ changes }) => changes as unknown as AuditChange[],
    }),
    note: t.exposeString('note', { nullable: true, description: 'The reason that was given, if any.' }),
    subjectType: t.field({
      type: AuditSubjectEnum,
      description: 'What kind of thing it is about.',
      resolve: ({ subjectType }) => subjectType as (typeof auditSubjects)[number],
    }),
    subjectId: t.globalID({
      description: 'The `id` of what it is about, which may be gone.',
      resolve: ({ subjectType, subjectId }) => ({ type: subjectType, id: subjectId }),
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
  description: 'Which entries to return. Omitted fields do not restrict.',
  fields: (t) => ({
    actions: t.field({
      type: [AuditActionEnum],
      required: false,
      description: 'Entries about these actions.',
    }),
    operatorId: t.globalID({ for: [Operator], required: false, description: 'What this operator did.' }),
    subjectId: t.id({ required: false, description: 'Entries about the object with this `id`.' }),
    createdAt: t.field({ type: TimeRangeInput, required: false, description: 'When they were written.' }),
  }),
})

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
        return context.services.db.auditEntry.findMany({
          ...query,
          where: {
            ...administeredBy(viewerOf(context)),
            ...(actions && { action: { in: actions } }),
            ...(operatorId && { actorId: operatorId.id, actorType: 'OPERATOR' as const }),
            ...(subjectId && { subjectId: decodeGlobalId(String(subjectId)).id }),
            createdAt: {
              ...(createdAt?.since && { gte: createdAt.since }),
              ...(createdAt?.until && { lt: createdAt.until }),
            },
          },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        })
      },
    },
    AuditEntryConnection,
  ),
)
