import { findEventCursor } from '../domain/accounts/find-event-cursor.ts'
import { readNotificationSettings } from '../domain/notifications/notification-settings.ts'
import { MOST_REASONS } from '../domain/operators/away-reason.ts'
import { setAvailability } from '../domain/operators/set-availability.ts'
import { updateProfile } from '../domain/operators/update-profile.ts'
import { type Viewer as ViewerShape, within } from '../domain/viewer.ts'
import { parseTargetRules } from '../outbound/target-rules.ts'
import { ApiToken } from './api-tokens.ts'
import { Channel } from './channels.ts'
import { ChatInvitation } from './chat-invitations.ts'
import { FileRef } from './files.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { NotificationSettings } from './notification-settings.ts'
import { Operator } from './operators.ts'

export const Account = builder.prismaNode('Account', {
  id: { field: 'id' },
  nullable: true,
  findUnique: (id, context) => ({ id, AND: [{ id: viewerOf(context).accountId }] }),
  description: 'The company, and what this installation allows it.',
  fields: (t) => ({
    name: t.exposeString('name'),
    publicUrl: t.string({
      description: 'The public address of this installation.',
      resolve: (_account, _args, { services }) => services.env.http.publicUrl,
    }),
    targetRule: t.string({
      nullable: true,
      description:
        'A description of the addresses that channels and bot providers may have. Others are refused with PRIVATE_TARGET. Null for operators.',
      resolve: (_account, _args, { services, viewer }) =>
        viewer?.role === 'ADMIN'
          ? parseTargetRules(services.env.outbound.allowPrivateTargets).description
          : null,
    }),
    awayReasons: t.exposeStringList('awayReasons', {
      description: `The reasons for being away that operators choose from, in their order; at most ${MOST_REASONS}.`,
    }),
    fileMaxBytes: t.int({
      description: 'The maximum size of a file, in bytes.',
      resolve: (_account, _args, { services }) => services.env.files.maxBytes,
    }),
  }),
})

export const Session = builder.prismaNode('Session', {
  id: { field: 'id' },
  nullable: true,
  description: 'A browser in which the viewer is signed in. A session ends 30 days after its last use.',
  findUnique: (id, context) => ({ id, userId: viewerOf(context).userId }),
  fields: (t) => ({
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The User-Agent header of the browser, up to 500 characters.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'The IP address from which the viewer signed in.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      description: 'When it was last used, to the minute.',
    }),
    current: t.boolean({
      description: 'Whether it is the session of this request.',
      resolve: ({ id }, _args, { viewer }) => id === viewer?.sessionId,
    }),
  }),
})

export const Viewer = builder.objectRef<ViewerShape>('Viewer').implement({
  description: 'The signed-in operator, with what only they can see.',
  fields: (t) => ({
    operator: t.field({
      type: Operator,
      description: 'The viewer as others see them.',
      resolve: ({ userId }, _args, { loaders }) => loadRow(loaders.user, userId),
    }),
    email: t.string({
      description: 'The e-mail address that they sign in with.',
      resolve: async ({ userId }, _args, { loaders }) => (await loadRow(loaders.user, userId)).email,
    }),
    account: t.field({
      type: Account,
      description: 'The company that they belong to.',
      resolve: ({ accountId }, _args, { services }) =>
        services.db.account.findUniqueOrThrow({ where: { id: accountId } }),
    }),
    notificationSettings: t.field({
      type: NotificationSettings,
      description: 'Which notifications they get, and how.',
      resolve: async ({ userId }, _args, { loaders }) =>
        readNotificationSettings(await loadRow(loaders.user, userId)),
    }),
    sessions: t.field({
      type: [Session],
      description: 'Where the viewer is signed in, most recently used first; at most 100.',
      resolve: ({ userId }, _args, { services }) =>
        services.db.session.findMany({
          where: { userId, expiresAt: { gt: new Date() } },
          orderBy: { lastSeenAt: 'desc' },
          take: 100,
        }),
    }),
    apiTokens: t.field({
      type: [ApiToken],
      description: 'Their API tokens, newest first, including expired but not revoked ones; at most 50.',
      resolve: ({ userId }, _args, { services }) =>
        services.db.apiToken.findMany({
          where: { userId, revokedAt: null },
          orderBy: { createdAt: 'desc' },
          take: 50,
        }),
    }),
    channels: t.field({
      type: [Channel],
      description: `The channels that they are assigned to, by name; at most ${MAX_LIST}. They are told of chats that wait there and of calls that are offered there, but not on other channels that they see.`,
      resolve: ({ userId }, _args, { services }) =>
        services.db.channel.findMany({
          where: { deletedAt: null, operators: { some: { userId } } },
          orderBy: [{ name: 'asc' }, { id: 'asc' }],
          take: MAX_LIST,
        }),
    }),
    pendingChatInvitations: t.field({
      type: [ChatInvitation],
      description: `Invitations to chats that are waiting for an answer from the viewer, oldest first; at most ${MAX_LIST}.`,
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
        'Where to start `events(after:)` so that nothing is missed. Read it before the lists, or together with them.',
      resolve: (_viewer, _args, { services }) => findEventCursor(services),
    }),
  }),
})

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'The signed-in operator. No sign-in needed: null when nobody is signed in.',
    resolve: (_root, _args, { viewer }) => viewer,
  }),
)

verbMutation('updateProfile', {
  description: 'Changes the name and the photo of the viewer. Omitted fields are unchanged.',
  errors: ['BLANK', 'INVALID', 'NOT_FOUND', 'STORAGE_FULL', 'TOO_LONG'],
  input: (t) => ({
    name: t.string({ required: false, description: 'Shown to visitors; 1 to 100 characters.' }),
    photoFileId: t.globalID({
      for: [FileRef],
      required: false,
      description:
        'A picture that the viewer has uploaded with POST /files. It is cropped to 128 × 128 pixels.',
    }),
    removePhoto: t.boolean({ required: false, description: 'True to remove the photo.' }),
  }),
  resolve: (context, { photoFileId, ...input }) =>
    updateProfile(context.services, {
      viewer: viewerOf(context),
      ...input,
      photoFileId: photoFileId?.id,
    }),
  payload: (t) => ({
    operator: t.field(returned(Operator, 'The viewer, as they are now.')),
  }),
})

verbMutation('setAvailability', {
  description:
    'Sets whether the viewer is available, or away although connected. The status of their channels follows immediately.',
  errors: ['INVALID'],
  input: (t) => ({
    available: t.boolean({ description: 'True for available, false for away.' }),
    reason: t.string({
      required: false,
      description: 'Why they are away: one of `Account.awayReasons`. Ignored for available.',
    }),
  }),
  resolve: (context, input) => setAvailability(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({
    operator: t.field(returned(Operator, 'The viewer, as they are now.')),
  }),
})
