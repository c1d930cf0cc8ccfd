import type { AuditChange } from '../domain/audit/audit-change.ts'
import { auditActions } from '../domain/audit/audit-entry.ts'
import { ActorType } from '../generated/prisma/enums.ts'
import { Bot } from './bots.ts'
import { builder } from './builder.ts'
import { Operator } from './operators.ts'

const ActorTypeEnum = builder.enumType(ActorType, {
  name: 'ActorType',
  description: 'Who did something.',
  values: {
    VISITOR: { description: "The visitor, or the client's system in their name." },
    OPERATOR: { description: 'An operator or admin, in person or through an API token.' },
    BOT: { description: 'A bot.' },
    SYSTEM: { description: 'Nobody: time passed, or the installation did it.' },
  },
})

const meanings: Record<(typeof auditActions)[number], string> = {
  VISITOR_UPDATED: 'The name, e-mail address, phone number or description of a visitor changed.',
  VISITOR_BLACKLISTED: 'A visitor was put on the blacklist; `note` says why.',
  VISITOR_UNBLACKLISTED: 'A visitor was taken off the blacklist.',
  VISITORS_MERGED: 'Two visitors were merged.',
  OFFLINE_MESSAGE_ANSWERED: 'An offline message was answered.',
}

export const AuditActionEnum = builder.enumType('AuditAction', {
  description: 'What somebody did.',
  values: Object.fromEntries(
    auditActions.map((action) => [action, { description: meanings[action] }]),
  ) as Record<(typeof auditActions)[number], { description: string }>,
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
    id: t.exposeID('id'),
    action: t.field({
      type: AuditActionEnum,
      description: 'What was done.',
      resolve: ({ action }) => action as (typeof auditActions)[number],
    }),
    actorType: t.expose('actorType', { type: ActorTypeEnum, description: 'What kind of actor did it.' }),
    operator: t.field({
      type: Operator,
      nullable: true,
      description: 'Who did it. Null unless `actorType` is OPERATOR.',
      resolve: ({ actorType, actorId }, _args, { loaders }) =>
        actorType === 'OPERATOR' && actorId ? loaders.user.load(actorId) : null,
    }),
    bot: t.field({
      type: Bot,
      nullable: true,
      description: 'The bot that did it. Null unless `actorType` is BOT.',
      resolve: ({ actorType, actorId }, _args, { loaders }) =>
        actorType === 'BOT' && actorId ? loaders.bot.load(actorId) : null,
    }),
    changes: t.field({
      type: [AuditChangeType],
      description: 'The values that changed.',
      resolve: ({ changes }) => changes as unknown as AuditChange[],
    }),
    note: t.exposeString('note', { nullable: true, description: 'The reason that was given, if any.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})
