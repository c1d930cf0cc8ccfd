import { acceptUserInvitation } from '../domain/user-invitations/accept-user-invitation.ts'
import {
  findUserInvitation,
  type UserInvitationPreview,
} from '../domain/user-invitations/find-user-invitation.ts'
import { inviteUser } from '../domain/user-invitations/invite-user.ts'
import { open } from '../domain/user-invitations/pending.ts'
import { revokeUserInvitation } from '../domain/user-invitations/revoke-user-invitation.ts'
import { administeredBy } from '../domain/viewer.ts'
import { builder } from './builder.ts'
import { httpOf, viewerOf } from './context.ts'
import { loadRow } from './load.ts'
import { Operator, RoleEnum } from './operators.ts'
import { enter } from './sessions.ts'
import { verbMutation } from './verb-mutation.ts'
import { Viewer } from './viewer.ts'

const UserInvitation = builder.prismaNode('UserInvitation', {
  id: { field: 'id' },
  nullable: true,
  description: 'Somebody who was sent a link to join the account. It works once, for 7 days.',
  findUnique: (id, context) => ({ id, ...administeredBy(viewerOf(context)) }),
  fields: (t) => ({
    email: t.exposeString('email'),
    role: t.expose('role', { type: RoleEnum }),
    invitedBy: t.field({
      type: Operator,
      resolve: ({ invitedById }, _args, { loaders }) => loadRow(loaders.user, invitedById),
    }),
    valid: t.boolean({
      description: 'False when whoever sent it is no longer an admin: the link ended with their rights.',
      resolve: async ({ endedAt, invitedById }, _args, { loaders }) => {
        const { role, deactivatedAt } = await loadRow(loaders.user, invitedById)
        return endedAt === null && role === 'ADMIN' && deactivatedAt === null
      },
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const Preview = builder.objectRef<UserInvitationPreview>('UserInvitationPreview').implement({
  description: 'What the holder of a link sees before they join.',
  fields: (t) => ({
    accountName: t.exposeString('accountName'),
    email: t.exposeString('email'),
    role: t.expose('role', { type: RoleEnum }),
    invitedByName: t.exposeString('invitedByName'),
  }),
})

builder.queryFields((t) => ({
  userInvitations: t.prismaConnection({
    type: UserInvitation,
    cursor: 'id',
    description:
      'Admins only: those that were neither accepted nor revoked and have not expired, newest first.',
    authScopes: { admin: true },
    resolve: (query, _root, _args, context) =>
      context.services.db.userInvitation.findMany({
        ...query,
        where: { accountId: viewerOf(context).accountId, ...open() },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      }),
  }),
  userInvitation: t.field({
    type: Preview,
    nullable: true,
    description: 'Without sign-in, by the token at the end of the link. Null when it does not work any more.',
    args: { token: t.arg.string() },
    resolve: (_root, { token }, { services }) => findUserInvitation(services, token),
  }),
}))

verbMutation('inviteUser', {
  description: 'Admins only. An earlier link for the same e-mail ends. CONFLICT when it belongs to a user.',
  input: (t) => ({ email: t.string(), role: t.field({ type: RoleEnum }) }),
  resolve: (context, input) => inviteUser(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({
    userInvitation: t.field({
      type: UserInvitation,
      nullable: true,
      resolve: ({ value }) => value?.userInvitation,
    }),
    link: t.string({
      nullable: true,
      description: 'Send it to the person; it cannot be read again.',
      resolve: ({ value }) => value?.link,
    }),
  }),
})

verbMutation('revokeUserInvitation', {
  description: 'Admins only. The link stops working.',
  input: (t) => ({ id: t.globalID({ for: [UserInvitation] }) }),
  resolve: (context, { id }) =>
    revokeUserInvitation(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    userInvitation: t.field({ type: UserInvitation, nullable: true, resolve: ({ value }) => value }),
  }),
})

verbMutation('acceptUserInvitation', {
  description: 'Makes the user and signs them in: sets the session cookie.',
  access: 'public',
  input: (t) => ({
    token: t.string({ description: 'The end of the link.' }),
    name: t.string({ description: 'Shown to visitors; up to 100 characters.' }),
    password: t.string({ description: '10 to 200 characters.' }),
  }),
  resolve: async (context, input) =>
    enter(context, await acceptUserInvitation(context.services, { ...input, browser: httpOf(context) })),
  payload: (t) => ({ viewer: t.field({ type: Viewer, nullable: true, resolve: ({ value }) => value }) }),
})
