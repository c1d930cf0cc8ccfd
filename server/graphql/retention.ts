import { MOST_RETENTION_DAYS, updateRetention } from '../domain/retention/update-retention.ts'
import type { Account } from '../generated/prisma/client.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'

const FIELDS = {
  keepChatsDays:
    'For how many days closed chats, offline messages, and visitors without any other data are kept. Null keeps them for ever.',
  keepFilesDays:
    'For how many days files that operators and visitors of a widget sent are kept; their messages stay. Null keeps them for ever.',
  keepCallsDays:
    'For how many days calls that are over are kept, with the addresses of their recordings. Null keeps them for ever.',
  keepLogsDays: 'For how many days the audit log is kept. Null keeps it for ever.',
} as const

const Retention = builder.objectRef<Account>('Retention').implement({
  description: 'How long the account keeps its data.',
  fields: (t) => ({
    keepChatsDays: t.exposeInt('keepChatsDays', { nullable: true, description: FIELDS.keepChatsDays }),
    keepFilesDays: t.exposeInt('keepFilesDays', { nullable: true, description: FIELDS.keepFilesDays }),
    keepCallsDays: t.exposeInt('keepCallsDays', { nullable: true, description: FIELDS.keepCallsDays }),
    keepLogsDays: t.exposeInt('keepLogsDays', { nullable: true, description: FIELDS.keepLogsDays }),
  }),
})

builder.queryField('retention', (t) =>
  t.field({
    type: Retention,
    description: 'How long the account keeps its data. Admins only.',
    authScopes: { admin: true },
    resolve: (_root, _args, context) =>
      context.services.db.account.findUniqueOrThrow({ where: { id: viewerOf(context).accountId } }),
  }),
)

verbMutation('updateRetention', {
  errors: ['FORBIDDEN', 'INVALID'],
  description: `Admins only. Sets how long data is kept, in days from 1 to ${MOST_RETENTION_DAYS}. Omitted fields are unchanged, and null keeps data for ever. Older data is removed within an hour and cannot be restored.`,
  input: (t) => ({
    keepChatsDays: t.int({ required: false, description: FIELDS.keepChatsDays }),
    keepFilesDays: t.int({ required: false, description: FIELDS.keepFilesDays }),
    keepCallsDays: t.int({ required: false, description: FIELDS.keepCallsDays }),
    keepLogsDays: t.int({ required: false, description: FIELDS.keepLogsDays }),
  }),
  resolve: (context, input) => updateRetention(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({
    retention: t.field(returned(Retention, 'How long the account keeps its data now.')),
  }),
})
