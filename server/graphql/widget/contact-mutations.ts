import { requestCallback } from '../../domain/visits/chat/request-callback.ts'
import { sendOfflineMessage } from '../../domain/visits/chat/send-offline-message.ts'
import { httpOf } from '../kit/context.ts'
import { done } from './done.ts'
import { visitorMutation } from './visitor-mutation.ts'

visitorMutation('sendOfflineMessage', {
  description:
    'Leaves a message for later, even while operators are online. It needs an e-mail address or a phone number, unless one is known.',
  errors: ['BLANK', 'INVALID', 'NOT_FOUND'],
  input: (t) => ({
    name: t.string({ required: false, description: 'Up to 255 characters are kept.' }),
    email: t.string({ required: false, description: 'Up to 254 characters.' }),
    phone: t.string({ required: false, description: 'Up to 50 characters.' }),
    description: t.string({
      required: false,
      description: 'More about the visitor, as in `setContactInfo`; up to 2000 characters are kept.',
    }),
    message: t.string({ description: 'What the visitor wrote; up to 4000 characters are kept.' }),
    department: t.int({ required: false, description: 'The number of the department that it is for.' }),
  }),
  joinsProblems: true,
  resolve: async ({ services, visitor }, input, problems) => {
    await sendOfflineMessage(services, { visitor, problems, ...input })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('requestCallback', {
  description:
    'Requests a call to the visitor. HTTP only. For CALLBACK_DISABLED and CALLBACK_UNAVAILABLE, `message` is the `reason` that `startCall` of the script API returns.',
  errors: ['BLANK', 'CALLBACK_DISABLED', 'CALLBACK_UNAVAILABLE', 'INVALID'],
  input: (t) => ({
    idempotencyKey: t.field({
      type: 'UUID',
      required: false,
      description:
        'A random UUID made for this call, which becomes its `id`. The same key again requests no other call.',
    }),
    phone: t.string({ description: 'The number, as the visitor typed it.' }),
  }),
  resolve: async (context, { idempotencyKey, phone }) => {
    const { services, visitor } = context
    await requestCallback(services, { visitor, idempotencyKey, phone, address: httpOf(context).address })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})
