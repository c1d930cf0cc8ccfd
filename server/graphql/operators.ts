import { publicFileUrl } from '../domain/files/file-url.ts'
import { deactivateOperator } from '../domain/operators/deactivate-operator.ts'
import { reactivateOperator } from '../domain/operators/reactivate-operator.ts'
import { roleOf, type roles } from '../domain/operators/role.ts'
import { MOST_CHATS, updateOperator } from '../domain/operators/update-operator.ts'
import type { User } from '../generated/prisma/client.ts'
import { Actor } from './actors.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { type GraphQLContext, viewerOf } from './kit/context.ts'
import type { Loaders } from './kit/loaders.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'

const MAX_CHATS = `With this many chats at once (without snoozed ones), the routing offers them no more; 1 to ${MOST_CHATS}, or null for no limit. They can still accept chats themselves.`

const roleMeanings: Record<(typeof roles)[number], { description: string }> = {
  ADMIN: { description: 'Configures everything and sees every chat.' },
  SUPERVISOR: {
    description:
      'Sees the chats of the channels that they are assigned to and of those that anybody in their departments is assigned to. Joins, takes over, transfers and closes them, also those that others answer, and can set these operators as away. Changes no settings.',
  },
  OPERATOR: { description: 'Sees and answers the chats of the channels that they are assigned to.' },
}

export const RoleEnum = builder.enumType('Role', {
  description: 'What an operator may do.',
  values: roleMeanings,
})

const PresenceEnum = builder.enumType('Presence', {
  description: 'Whether an operator can be reached.',
  values: {
    ONLINE: { description: 'Connected and available.' },
    AWAY: { description: 'Connected, but not available.' },
    OFFLINE: { description: 'Not connected.' },
  },
})

async function presenceOf(user: User, loaders: Loaders): Promise<'ONLINE' | 'AWAY' | 'OFFLINE'> {
  const connected = await loaders.connected.load(user.accountId)
  if (user.deactivatedAt || !connected.has(user.id)) return 'OFFLINE'
  return user.available ? 'ONLINE' : 'AWAY'
}

export const Operator = builder.prismaNode('User', {
  interfaces: [Actor],
  name: 'Operator',
  id: { field: 'id' },
  nullable: true,
  description:
    'A person who works in the account and can sign in; with the role ADMIN, they also configure it.',
  findUnique: (id, context) => ({ id, accountId: viewerOf(context).accountId }),
  fields: (t) => ({
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    role: t.field({ type: RoleEnum, description: 'What they may do.', resolve: roleOf }),
    available: t.exposeBoolean('available', {
      description: 'Whether the operator has set themselves to available.',
    }),
    awayReason: t.string({
      nullable: true,
      description:
        'Why they are away, as it was called when it was chosen. Null for available operators, and without a reason.',
      resolve: ({ available, awayReason }) => (available ? null : awayReason),
    }),
    presence: t.field({
      type: PresenceEnum,
      description: 'Whether the operator can be reached now.',
      resolve: (user, _args, { loaders }) => presenceOf(user, loaders),
    }),
    goneSince: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Since when they have been away or offline. Null while they are online, and when it is not known: it is kept for the operators of open chats.',
      resolve: async (user, _args, { loaders, shared }) => {
        if ((await presenceOf(user, loaders)) === 'ONLINE') return null
        // A signal says that somebody has just gone; a moment later, the sweep writes it down.
        return user.goneAt ?? (shared ? new Date() : null)
      },
    }),
    maxChats: t.exposeInt('maxChats', { nullable: true, description: MAX_CHATS }),
    photoUrl: t.string({
      nullable: true,
      description: 'The address of their photo, 128 × 128 pixels; clients get it as `sender.photo`.',
      resolve: async (user, _args, { loaders, services }) => {
        const key = user.photoId && (await loaders.pictureKey.load(user.photoId))
        return key ? publicFileUrl(services.env, key) : null
      },
    }),
    deactivatedAt: t.expose('deactivatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When they were deactivated. Null for active operators.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.prismaObjectField(Operator, 'awayBy', (t) =>
  t.field({
    type: Operator,
    nullable: true,
    description: 'Who set them as away. Null for available operators, and for those who did it themselves.',
    resolve: ({ available, awayById }, _args, { loaders }) =>
      available || awayById === null ? null : loaders.user.load(awayById),
  }),
)

export const OperatorConnection = connectionOf('Operator', Operator, { counted: 'always' })

function people(context: GraphQLContext, { includeDeactivated }: { includeDeactivated?: boolean | null }) {
  return { accountId: viewerOf(context).accountId, ...(!includeDeactivated && { deactivatedAt: null }) }
}

builder.queryField('operators', (t) =>
  t.prismaConnection(
    {
      type: Operator,
      cursor: 'id',
      description: 'The operators of the account, by name, including admins.',
      authScopes: { signedIn: true },
      args: {
        includeDeactivated: t.arg.boolean({
          defaultValue: false,
          required: false,
          description: 'Whether to return deactivated operators too.',
        }),
      },
      totalCount: (_root, args, context) => context.services.db.user.count({ where: people(context, args) }),
      resolve: (query, _root, args, context) =>
        listPage(
          context,
          query,
          { table: 'User' },
          context.services.db.user.findMany({
            ...query,
            where: people(context, args),
            orderBy: [{ name: 'asc' }, { id: 'asc' }],
          }),
        ),
    },
    OperatorConnection,
  ),
)

verbMutation('updateOperator', {
  description:
    'Admins only. Changes the role of an operator, which ends their sessions, or how many chats they are offered. Omitted fields are unchanged.',
  errors: ['FORBIDDEN', 'INVALID', 'LAST_ADMIN', 'NOT_FOUND'],
  input: (t) => ({
    id: t.globalID({ for: [Operator], description: 'The operator to change.' }),
    role: t.field({ type: RoleEnum, required: false, description: 'Their new role.' }),
    maxChats: t.int({ required: false, description: MAX_CHATS }),
  }),
  resolve: (context, { id, ...input }) =>
    updateOperator(context.services, { viewer: viewerOf(context), id: id.id, ...input }),
  payload: (t) => ({
    operator: t.field(returned(Operator, 'The operator, as they are now.')),
  }),
})

verbMutation('deactivateOperator', {
  description:
    'Admins only. Ends the sessions and API tokens of an operator; chats in which they were alone wait for other operators.',
  errors: ['FORBIDDEN', 'LAST_ADMIN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Operator], description: 'The operator.' }) }),
  resolve: (context, { id }) =>
    deactivateOperator(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    operator: t.field(returned(Operator, 'The operator, as they are now.')),
  }),
})

verbMutation('reactivateOperator', {
  description: 'Admins only. Lets a deactivated operator sign in again.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Operator], description: 'The operator.' }) }),
  resolve: (context, { id }) =>
    reactivateOperator(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    operator: t.field(returned(Operator, 'The operator, as they are now.')),
  }),
})
