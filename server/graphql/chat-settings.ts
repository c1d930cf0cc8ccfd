import { MOST_LEFT_ALONE_MINUTES, updateChatSettings } from '../domain/chats/update-chat-settings.ts'
import type { Account } from '../generated/prisma/client.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'

const LEFT_ALONE = `After how many minutes without any of its operators, who are all away or offline, a chat goes back to the queue when its visitor writes: 1 to ${MOST_LEFT_ALONE_MINUTES}, and 3 in a new account. Null is never.`

const CREATE_TAGS = 'Whether operators may create tags; admins always may.'

const ChatSettings = builder.objectRef<Account>('ChatSettings').implement({
  description: 'How the chats of the account behave.',
  fields: (t) => ({
    leftAloneMinutes: t.exposeInt('leftAloneMinutes', { nullable: true, description: LEFT_ALONE }),
    operatorsCreateTags: t.exposeBoolean('operatorsCreateTags', { description: CREATE_TAGS }),
  }),
})

builder.queryField('chatSettings', (t) =>
  t.field({
    type: ChatSettings,
    description: 'How the chats of the account behave. Admins only.',
    authScopes: { admin: true },
    resolve: (_root, _args, context) =>
      context.services.db.account.findUniqueOrThrow({ where: { id: viewerOf(context).accountId } }),
  }),
)

verbMutation('updateChatSettings', {
  errors: ['FORBIDDEN', 'INVALID'],
  description: 'Admins only. Sets how the chats of the account behave. Omitted fields are unchanged.',
  input: (t) => ({
    leftAloneMinutes: t.int({
      required: false,
      description: LEFT_ALONE,
    }),
    operatorsCreateTags: t.boolean({ required: false, description: CREATE_TAGS }),
  }),
  resolve: (context, input) => updateChatSettings(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({
    chatSettings: t.field(returned(ChatSettings, 'How chats behave now.')),
  }),
})
