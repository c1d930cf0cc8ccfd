import { acceptOperatorInvitation } from '../domain/operator-invitations/accept-operator-invitation.ts'
import {
  findOperatorInvitation,
  type OperatorInvitationPreview,
} from '../domain/operator-invitations/find-operator-invitation.ts'
import { isPending, whereOpen } from '../domain/operator-invitations/invitation-conditions.ts'
import { inviteOperator } from '../domain/operator-invitations/invite-operator.ts'
import { revokeOperatorInvitation } from '../domain/operator-invitations/revoke-operator-invitation.ts'
import { roleOf } from '../domain/operators/role.ts'
import { administeredBy, type Viewer as ViewerShape } from '../domain/viewer.ts'
import { Channel } from './channels.ts'
import { Department } from './departments.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { httpOf, viewerOf } from './kit/context.ts'
import { loadAll, loadRow } from './kit/load.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Operator, RoleEnum } from './operators.ts'
import { enter } from './sessions.ts'
import { Viewer } from './viewer.ts'

const OperatorInvitation = builder.prismaNode('UserInvitation', {
  name: 'OperatorInvitation',
  id: { field: 'id' },
  nullable: true,
  description: 'An invitation to join the account: a link that works once, for 7 days. Admins only.',
  findUnique: (id, context) => ({ id, ...administeredBy(viewerOf(context)) }),
  fields: (t) => ({
    email: t.exposeString('email', { description: 'Who is invited.' }),
    role: t.field({ type: RoleEnum, description: 'The role that they will have.', resolve: roleOf }),
    channels: t.field({
      type: [Channel],
      description: `The channels that they will answer, without those that were deleted since; at most ${MAX_LIST}.`,
      resolve: async ({ channelIds }, _args, { loaders }) =>
        (await loadAll(loaders.channel, channelIds)).filter(({ deletedAt }) => deletedAt === null),
    }),
    departments: t.field({
      type: [Department],
      description: `The departments that they will belong to, without those that were deleted since; at most ${MAX_LIST}.`,
      resolve: ({ departmentIds }, _args, { loaders }) => loadAll(loaders.department, departmentIds),
    }),
    invitedBy: t.field({
      type: Operator,
      description: 'Who sent the invitation.',
      resolve: ({ invitedById }, _args, { loaders }) => loadRow(loaders.user, invitedById),
    }),
    valid: t.boolean({
      description:
        'Whether the link works: the invitation was not accepted or revoked and has not expired, and the person who sent it has been an admin ever since.',
      resolve: async (invitation, _args, { loaders }) =>
        isPending(invitation, await loadRow(loaders.user, invitation.invitedById)),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link stops working.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const OperatorInvitationConnection = connectionOf('OperatorInvitation', OperatorInvitation, {
  counted: 'always',
})

const Preview = builder.objectRef<OperatorInvitationPreview>('OperatorInvitationPreview').implement({
  description: 'What an invited person sees before they join.',
  fields: (t) => ({
    accountName: t.exposeString('accountName', { description: 'The name of the account.' }),
    email: t.exposeString('email', { description: 'The e-mail address that they will sign in with.' }),
    role: t.expose('role', { type: RoleEnum, description: 'The role that they will have.' }),
    invitedByName: t.exposeString('invitedByName', {
      description: 'The name of the person who invited them.',
    }),
  }),
})

const openInvitations = (viewer: ViewerShape) => ({ accountId: viewer.accountId, ...whereOpen() })

builder.queryFields((t) => ({
  operatorInvitations: t.prismaConnection(
    {
      type: OperatorInvitation,
      cursor: 'id',
      description:
        'The open invitations to the account (not accepted, revoked or expired), newest first. Admins only.',
      authScopes: { admin: true },
      totalCount: (_root, _args, context) =>
        context.services.db.userInvitation.count({ where: openInvitations(viewerOf(context)) }),
      resolve: (query, _root, _args, context) =>
        listPage(
          context,
          query,
          { table: 'UserInvitation' },
          context.services.db.userInvitation.findMany({
            ...query,
            where: openInvitations(viewerOf(context)),
            orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          }),
        ),
    },
    OperatorInvitationConnection,
  ),
  operatorInvitation: t.field({
    type: Preview,
    nullable: true,
    description:
      'One invitation, by the token of its link. No sign-in needed. Null when the link no longer works.',
    args: { token: t.arg.string({ description: 'The last part of the link.' }) },
    resolve: (_root, { token }, { services }) => findOperatorInvitation(services, token),
  }),
}))

verbMutation('inviteOperator', {
  description:
    'Admins only. Creates a link with which a person can join the account. An earlier link for the same e-mail address stops working.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'TAKEN', 'TOO_LONG'],
  input: (t) => ({
    email: t.string({ description: 'The e-mail address of the person, up to 254 characters.' }),
    role: t.field({ type: RoleEnum, description: 'The role that they will have.' }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: `The channels that they will answer; at most ${MAX_LIST}. None by default.`,
    }),
    departmentIds: t.globalIDList({
      for: [Department],
      required: false,
      description: `The departments that they will belong to; at most ${MAX_LIST}. None by default.`,
    }),
  }),
  resolve: (context, { channelIds, departmentIds, ...input }) =>
    inviteOperator(context.services, {
      viewer: viewerOf(context),
      ...input,
      channelIds: channelIds?.map(({ id }) => id),
      departmentIds: departmentIds?.map(({ id }) => id),
    }),
  payload: (t) => ({
    operatorInvitation: t.field({
      type: OperatorInvitation,
      nullable: true,
      description: 'The invitation.',
      resolve: ({ value }) => value?.operatorInvitation,
    }),
    link: t.string({
      nullable: true,
      description: 'The link to send to the person. It is shown only once.',
      resolve: ({ value }) => value?.link,
    }),
  }),
})

verbMutation('revokeOperatorInvitation', {
  description: 'Admins only. Revokes an invitation: its link stops working.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [OperatorInvitation], description: 'The invitation to revoke.' }) }),
  resolve: (context, { id }) =>
    revokeOperatorInvitation(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    operatorInvitation: t.field(returned(OperatorInvitation, 'The revoked invitation.')),
  }),
})

verbMutation('acceptOperatorInvitation', {
  description:
    'Accepts an invitation: creates the operator, signs them in and sets the session cookie; the session of an earlier cookie ends. No sign-in needed.',
  errors: ['BLANK', 'INVALID', 'NOT_FOUND', 'TAKEN', 'TOO_LONG'],
  access: 'public',
  input: (t) => ({
    token: t.string({ description: 'The last part of the link.' }),
    name: t.string({ description: 'Shown to visitors; 1 to 100 characters.' }),
    password: t.string({ description: '10 to 200 characters.' }),
  }),
  joinsProblems: true,
  resolve: async (context, input, problems) =>
    enter(
      context,
      await acceptOperatorInvitation(context.services, { ...input, browser: httpOf(context), problems }),
    ),
  payload: (t) => ({
    viewer: t.field(returned(Viewer, 'The new operator, who is signed in now.')),
  }),
})
