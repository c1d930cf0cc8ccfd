import { MOST_TARGET_MINUTES, type TargetSetting } from '../domain/targets/target-fields.ts'
import { Channel } from './channels.ts'
import { Department } from './departments.ts'
import { builder } from './kit/builder.ts'
import { withNodeIds } from './kit/verb-mutation.ts'

export const ReplyTarget = builder.objectRef<TargetSetting>('ReplyTarget').implement({
  description: 'How soon chats are to be answered and closed, counted in their business hours.',
  fields: (t) => ({
    channel: t.field({
      type: Channel,
      nullable: true,
      description: 'The channel whose chats it is for. Null for those of a department and of the account.',
      resolve: ({ channelId }, _args, { loaders }) => (channelId ? loaders.channel.load(channelId) : null),
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description: 'The department whose chats it is for. Null for those of a channel and of the account.',
      resolve: ({ departmentId }, _args, { loaders }) =>
        departmentId ? loaders.department.load(departmentId) : null,
    }),
    firstReplyMinutes: t.exposeInt('firstReplyMinutes', {
      nullable: true,
      description:
        'Within how many minutes an operator answers first, from when the chat waits. Null for any time.',
    }),
    closingMinutes: t.exposeInt('closingMinutes', {
      nullable: true,
      description: 'Within how many minutes the chat is closed, from when it waits. Null for any time.',
    }),
  }),
})

const optional = { required: false } as const

export const ReplyTargetInput = builder.inputType('ReplyTargetInput', {
  description: 'How soon chats are to be answered and closed. It needs one of the two times.',
  fields: (given) => {
    const t = withNodeIds(given)
    return {
      channelId: t.globalID({
        ...optional,
        for: [Channel],
        description:
          'The channel whose chats it is for. Without it and `departmentId`, for all others of the account.',
      }),
      departmentId: t.globalID({
        ...optional,
        for: [Department],
        description: 'The department whose chats it is for; not together with `channelId`.',
      }),
      firstReplyMinutes: t.int({
        ...optional,
        description: `Within how many minutes of the business hours an operator answers first; 1 to ${MOST_TARGET_MINUTES}.`,
      }),
      closingMinutes: t.int({
        ...optional,
        description: `Within how many minutes of the business hours the chat is closed; 1 to ${MOST_TARGET_MINUTES}.`,
      }),
    }
  },
})

/** A target as the domain reads it. */
export function readTarget({ channelId, departmentId, ...target }: typeof ReplyTargetInput.$inferInput) {
  return { ...target, channelId: channelId?.id, departmentId: departmentId?.id }
}
