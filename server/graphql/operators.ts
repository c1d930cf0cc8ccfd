import { publicFileUrl } from '../domain/files/file-url.ts'
import { deactivateOperator } from '../domain/operators/deactivate-operator.ts'
import { reactivateOperator } from '../domain/operators/reactivate-operator.ts'
import { updateOperator } from '../domain/operators/update-operator.ts'
import { Role } from '../generated/prisma/enums.ts'
import { builder } from './builder.ts'
import { viewerOf } from './context.ts'
import { verbMutation } from './verb-mutation.ts'

export const RoleEnum = builder.enumType(Role, {
  name: 'Role',
  description:
    'ADMIN configures everything and sees every chat; OPERATOR answers on the channels assigned to them.',
})

const PresenceEnum = builder.enumType('Presence', {
  description:
    'ONLINE: connected and available. AWAY: connected, not available. OFFLINE: no live connection.',
  values: ['ONLINE', 'AWAY', 'OFFLINE'] as const,
})

export const Operator = builder.prismaNode('User', {
  name: 'Operator',
  id: { field: 'id' },
  nullable: true,
  description: 'A person of the account.',
  findUnique: (id, context) => ({ id, accountId: viewerOf(context).accountId }),
  fields: (t) => ({
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    role: t.expose('role', { type: RoleEnum }),
    available: t.exposeBoolean('available', { description: "The operator's own switch." }),
    presence: t.field({
      type: PresenceEnum,
      resolve: async (user, _args, { loaders }) => {
        const connected = await loaders.connected.load(user.accountId)
        if (user.deactivatedAt || !connected.has(user.id)) return 'OFFLINE'
        return user.available ? 'ONLINE' : 'AWAY'
      },
    }),
    photoUrl: t.string({
      nullable: true,
      description: '128 by 128 pixels; also sent to clients as `sender.photo`.',
      resolve: async (user, _args, { loaders, services }) => {
        const key = user.photoId && (await loaders.photoKey.load(user.photoId))
        return key ? publicFileUrl(services.env, key) : null
      },
    }),
    deactivatedAt: t.expose('deactivatedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryField('operators', (t) =>
  t.prismaConnection({
    type: Operator,
    cursor: 'id',
    description: "The account's people, by name.",
    authScopes: { signedIn: true },
    args: { includeDeactivated: t.arg.boolean({ defaultValue: false, required: false }) },
    resolve: (query, _root, args, context) =>
      context.services.db.user.findMany({
        ...query,
        where: {
          accountId: viewerOf(context).accountId,
          ...(!args.includeDeactivated && { deactivatedAt: null }),
        },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
  }),
)

verbMutation('updateOperator', {
  description: 'Admins only. Ends the sessions of the person. CONFLICT for the last admin.',
  input: (t) => ({ id: t.globalID({ for: [Operator] }), role: t.field({ type: RoleEnum }) }),
  resolve: (context, { id, role }) =>
    updateOperator(context.services, { viewer: viewerOf(context), id: id.id, role }),
  payload: (t) => ({ operator: t.field({ type: Operator, nullable: true, resolve: ({ value }) => value }) }),
})

verbMutation('deactivateOperator', {
  description:
    'Admins only. Ends their sessions and API tokens; their chats wait for the others. CONFLICT for the last admin.',
  input: (t) => ({ id: t.globalID({ for: [Operator] }) }),
  resolve: (context, { id }) =>
    deactivateOperator(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ operator: t.field({ type: Operator, nullable: true, resolve: ({ value }) => value }) }),
})

verbMutation('reactivateOperator', {
  description: 'Admins only. They can sign in again.',
  input: (t) => ({ id: t.globalID({ for: [Operator] }) }),
  resolve: (context, { id }) =>
    reactivateOperator(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ operator: t.field({ type: Operator, nullable: true, resolve: ({ value }) => value }) }),
})
