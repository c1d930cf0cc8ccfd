import { sendTestPush } from '../domain/notifications/push/send-test-push.ts'
import { subscribeToPush } from '../domain/notifications/push/subscribe-to-push.ts'
import { unsubscribeFromPush } from '../domain/notifications/push/unsubscribe-from-push.ts'
import { readVapidKeys } from '../domain/notifications/push/vapid-keys.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Viewer } from './viewer.ts'

builder.objectField(Viewer, 'pushKey', (t) =>
  t.string({
    description:
      'The public key that a browser subscribes to push notifications with (`applicationServerKey`): base64url, 65 bytes. All viewers of an installation have the same.',
    resolve: async (_viewer, _args, { services }) => (await readVapidKeys(services)).publicKey,
  }),
)

builder.objectField(Viewer, 'hasPush', (t) =>
  t.boolean({
    description: 'Whether push notifications are on in the browser of this request.',
    resolve: async ({ sessionId }, _args, { services }) =>
      sessionId !== null && (await services.db.pushSubscription.count({ where: { sessionId } })) > 0,
  }),
)

const viewerPayload = (t: Parameters<Parameters<typeof verbMutation>[1]['payload']>[0]) => ({
  viewer: t.field({
    type: Viewer,
    nullable: true,
    description: 'The viewer.',
    resolve: ({ value }, _args, { viewer }) => (value === null ? null : viewer),
  }),
})

verbMutation('subscribeToPush', {
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'PRIVATE_TARGET', 'TOO_LONG'],
  description:
    'Turns push notifications on in the browser of this request until its session ends, or its push service says that there is no such subscription. A browser has one subscription, which replaces an earlier one, also that of somebody else who was signed in there.',
  input: (t) => ({
    endpoint: t.string({
      description: 'The address that the push service gave to the browser; up to 2,000 characters.',
    }),
    p256dh: t.string({ description: "The browser's public key: base64url, 65 bytes." }),
    auth: t.string({ description: "The browser's secret: base64url, 16 bytes." }),
  }),
  resolve: (context, input) => subscribeToPush(context.services, { viewer: viewerOf(context), ...input }),
  payload: viewerPayload,
})

verbMutation('unsubscribeFromPush', {
  errors: ['FORBIDDEN'],
  description: 'Turns push notifications off in the browser of this request. Succeeds when they are off.',
  resolve: (context) => unsubscribeFromPush(context.services, { viewer: viewerOf(context) }),
  payload: viewerPayload,
})

verbMutation('sendTestPush', {
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  description: 'Sends a push notification to the browser of this request, to try them.',
  resolve: (context) => sendTestPush(context.services, { viewer: viewerOf(context) }),
  payload: viewerPayload,
})
