import { findEventCursor } from '../domain/accounts/find-event-cursor.ts'
import { setAvailability } from '../domain/operators/set-availability.ts'
import { updateProfile } from '../domain/operators/update-profile.ts'
import { type Viewer as ViewerShape, within } from '../domain/viewer.ts'
import { parseTargetRules } from '../outbound/target-rules.ts'
import { ApiToken } from './api-tokens.ts'
import { MAX_LIST } from './bounds.ts'
import { builder } from './builder.ts'
import { ChatInvitation } from './chat-invitations.ts'
import { viewerOf } from './context.ts'
import { encodeGlobalId } from './global-id.ts'
import { loadRow } from './load.ts'
import { FileRef } from './messages.ts'
import { Operator } from './operators.ts'
import { verbMutation } from './verb-mutation.ts'

const Account = builder.prismaObject('Account', {
  description: 'The company, and what this installation allows it.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => encodeGlobalId('Account', id) }),
    name: t.exposeString('name'),
    publicUrl: t.string({
      description: 'The address under which the outside reaches this installation.',
      resolve: (_account, _args, { services }) => services.env.http.publicUrl,
    }),
    targetRule: t.string({
      nullable: true,
      description:
        'Which addresses may be given for channels and bot providers, in words; what is refused with PRIVATE_TARGET follows the same rule. Null for operators.',
      resolve: (_account, _args, { services, viewer }) =>
        viewer?.role === 'ADMIN'
          ? parseTargetRules(services.env.outbound.allowPrivateTargets).description
          : null,
    }),
    fileMaxBytes: t.int({
      description: 'The largest file that can be sent, in bytes.',
      resolve: (_account, _args, { services }) => services.env.files.maxBytes,
    }),
  }),
})

export const Session = builder.prismaNode('Session', {
  id: { field: 'id' },
  nullable: true,
  description: 'A browser in which the viewer is signed in. It ends 30 days after it was used last.',
  findUnique: (id, context) => ({ id, userId: viewerOf(context).userId }),
  fields: (t) => ({
    userAgent: t.exposeString('userAgent', { nullable: true }),
    address: t.exposeString('address', { nullable: true, description: 'The IP address that signed in.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'To the minute.' }),
    current: t.boolean({
      description: 'The session of this request.',
      resolve: ({ id }, _args, { viewer }) => id === viewer?.sessionId,
    }),
  }),
})

export const Viewer = builder.objectRef<ViewerShape>('Viewer').implement({
  description: 'The signed-in user, with what only they may see.',
  fields: (t) => ({
    id: t.id({ resolve: ({ userId }) => encodeGlobalId('Viewer', userId) }),
    user: t.field({
      type: Operator,
      resolve: ({ userId }, _args, { loaders }) => loadRow(loaders.user, userId),
    }),
    email: t.string({
      resolve: async ({ userId }, _args, { loaders }) => (await loadRow(loaders.user, userId)).email,
    }),
    account: t.field({
      type: Account,
      resolve: ({ accountId }, _args, { services }) =>
        services.db.account.findUniqueOrThrow({ where: { id: accountId } }),
    }),
    sessions: t.field({
      type: [Session],
      description: 'Used last first; at most 100.',
      resolve: ({ userId }, _args, { services }) =>
        services.db.session.findMany({
          where: { userId, expiresAt: { gt: new Date() } },
          orderBy: { lastSeenAt: 'desc' },
          take: 100,
        }),
    }),
    apiTokens: t.field({
      type: [ApiToken],
      description: 'Newest first, expired ones included, without revoked ones; at most 50.',
      resolve: ({ userId }, _args, { services }) =>
        services.db.apiToken.findMany({
          where: { userId, revokedAt: null },
          orderBy: { createdAt: 'desc' },
          take: 50,
        }),
    }),
    pendingChatInvitations: t.field({
      type: [ChatInvitation],
      description: 'Chats that the viewer is asked to come into, oldest first.',
      resolve: (viewer, _args, { services }) =>
        services.db.chatInvitation.findMany({
          where: {
            toUserId: viewer.userId,
            state: 'PENDING',
            expiresAt: { gt: new Date() },
            chat: within(viewer),
          },
          orderBy: { createdAt: 'asc' },
          take: MAX_LIST,
        }),
    }),
    eventCursor: t.string({
      description:
        'Where to start `events(after:)`, so that nothing is missed: ask for it before the lists, or with them.',
      resolve: (_viewer, _args, { services }) => findEventCursor(services),
    }),
  }),
})

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'Null when nobody is signed in.',
    resolve: (_root, _args, { viewer }) => viewer,
  }),
)

verbMutation('updateProfile', {
  description: 'How the viewer is called and looks. What is left out stays.',
  input: (t) => ({
    name: t.string({ required: false, description: 'Shown to visitors; up to 100 characters.' }),
    photoFileId: t.globalID({
      for: [FileRef],
      required: false,
      description: 'An uploaded picture of the viewer.',
    }),
    removePhoto: t.boolean({ required: false }),
  }),
  resolve: (context, { photoFileId, ...input }) =>
    updateProfile(context.services, {
      viewer: viewerOf(context),
      ...input,
      photoFileId: photoFileId?.id,
    }),
  payload: (t) => ({ operator: t.field({ type: Operator, nullable: true, resolve: ({ value }) => value }) }),
})

verbMutation('setAvailability', {
  description: "The viewer's own switch: available, or away although connected.",
  input: (t) => ({ available: t.boolean() }),
  resolve: (context, { available }) =>
    setAvailability(context.services, { viewer: viewerOf(context), available }),
  payload: (t) => ({ operator: t.field({ type: Operator, nullable: true, resolve: ({ value }) => value }) }),
})
