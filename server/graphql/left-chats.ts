import { acknowledgeLeftChats } from '../domain/chats/acknowledge-left-chats.ts'
import { listLeftChats } from '../domain/chats/list-left-chats.ts'
import { Chat } from './chats.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Viewer } from './viewer.ts'

builder.objectField(Viewer, 'leftChats', (t) =>
  t.field({
    type: [Chat],
    description: `Chats that were taken from the viewer because they were away or offline for too long while the visitor wrote, the latest first; at most ${MAX_LIST}. \`acknowledgeLeftChats\` removes them, and so does answering them again.`,
    resolve: (viewer, _args, { services }) => listLeftChats(services, { viewer, limit: MAX_LIST }),
  }),
)

verbMutation('acknowledgeLeftChats', {
  description: 'The viewer knows that these chats were taken from them: they are no longer in `leftChats`.',
  errors: ['INVALID', 'NOT_FOUND'],
  input: (t) => ({
    chatIds: t.globalIDList({ for: [Chat], description: `The chats; at most ${MAX_LIST}.` }),
  }),
  resolve: async (context, { chatIds }) => {
    const viewer = viewerOf(context)
    await acknowledgeLeftChats(context.services, { viewer, chatIds: chatIds.map(({ id }) => id) })
    return listLeftChats(context.services, { viewer, limit: MAX_LIST })
  },
  payload: (t) => ({
    leftChats: t.field(
      returned([Chat], `Those that the viewer has not acknowledged yet; at most ${MAX_LIST}.`),
    ),
  }),
})
