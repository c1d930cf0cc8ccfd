import type { NoticeKind, Notice as NoticeShape } from '../domain/messages/notice.ts'
import { ChatRoutingEnum } from './channels.ts'
import { ChatPriorityEnum } from './chat-priority.ts'
import { Department } from './departments.ts'
import { builder } from './kit/builder.ts'
import { Operator } from './operators.ts'

const NoticeKindEnum = builder.enumType('NoticeKind', {
  description: 'What happened in a chat.',
  values: {
    CHAT_STARTED: { description: '`actor` started the chat by writing to the visitor.' },
    OFFERED: {
      description:
        'The routing of the channel offered the chat to `target`, or to the operators named in `text`.',
    },
    ROUTED: {
      description:
        'The routing rule `rule` fitted the chat: it went to `department`, got `priority`, or is for `target`.',
    },
    NOT_TAKEN: { description: 'The admins were told that nobody has taken the chat for `minutes`.' },
    ASSIGNED: { description: 'The routing of the channel gave the chat to `target`.' },
    OPERATOR_JOINED: { description: '`actor` joined the chat.' },
    OPERATOR_LEFT: { description: '`actor` left the chat.' },
    OBSERVER_JOINED: { description: '`actor`, a supervisor, joined the chat silently.' },
    OBSERVER_LEFT: { description: '`actor`, who had joined silently, left the chat.' },
    TAKEN_OVER: { description: '`actor` took the chat over from `target`, who left it.' },
    LEFT_ALONE: {
      description:
        '`actor` was away or offline for too long and no longer has the chat, which waits again once nobody has it.',
    },
    PRIORITY_SET: { description: '`actor` gave the chat `priority`.' },
    SNOOZED: { description: '`actor` snoozed the chat.' },
    SNOOZE_ENDED: {
      description:
        'The chat is no longer snoozed: `actor` ended it; without one, its time was over or the visitor wrote.',
    },
    INVITED: { description: '`actor` invited `target` to join.' },
    TRANSFER_OFFERED: { description: '`actor` offered the chat to `target`.' },
    INVITATION_DECLINED: { description: 'An invitation was declined.' },
    INVITATION_EXPIRED: { description: 'An invitation expired without an answer.' },
    TRANSFERRED_TO_DEPARTMENT: { description: '`actor` handed the chat to `department`.' },
    CHAT_CLOSED: { description: 'The chat was closed.' },
    VISITOR_RENAMED: { description: 'The visitor has a new name, in `text`.' },
    BOT_HANDED_OVER: { description: 'The bot asked for an operator, for the `reason` that it gave.' },
    BOT_FAILED: { description: 'The bot did not accept a message.' },
    BOT_REPLY_LATE: {
      description: 'A reply of the bot, in `text`, arrived too late and was not sent to the visitor.',
    },
    BOT_CANNOT_RENDER: { description: 'The channel cannot show what the bot sent.' },
    BOT_JOINED: { description: '`actor` handed the chat over to the bot that `text` names.' },
  } satisfies Record<NoticeKind, { description: string }>,
})

export const Notice = builder.objectRef<NoticeShape>('Notice').implement({
  description: 'Something that happened in a chat.',
  fields: (t) => ({
    kind: t.field({ type: NoticeKindEnum, description: 'What happened.', resolve: (notice) => notice.kind }),
    actor: t.field({
      type: Operator,
      nullable: true,
      description: 'The operator who did it.',
      resolve: ({ actorId }, _args, { loaders }) => (actorId ? loaders.user.load(actorId) : null),
    }),
    target: t.field({
      type: Operator,
      nullable: true,
      description: 'The operator that it concerns.',
      resolve: ({ targetId }, _args, { loaders }) => (targetId ? loaders.user.load(targetId) : null),
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description: 'The department that the chat was handed to.',
      resolve: ({ departmentId }, _args, { loaders }) =>
        departmentId ? loaders.department.load(departmentId) : null,
    }),
    // What only a few notices have costs nothing in the many that have none.
    routing: t.expose('routing', {
      complexity: 0,
      type: ChatRoutingEnum,
      nullable: true,
      description:
        'The `Channel.routing` by which the chat was offered or given. Null when it was for this operator.',
    }),
    rule: t.exposeString('rule', {
      complexity: 0,
      nullable: true,
      description: 'The name of the routing rule that fitted the chat.',
    }),
    isReturn: t.boolean({
      complexity: 0,
      description: 'Whether `target` is offered the chat because they answered its visitor before.',
      resolve: ({ isReturn }) => isReturn === true,
    }),
    isWider: t.boolean({
      complexity: 0,
      description:
        'Whether the chat was for a department, and was offered to somebody who does not belong to it: nobody in the department was there, or none of them took it.',
      resolve: ({ isWider }) => isWider === true,
    }),
    priority: t.expose('priority', {
      complexity: 0,
      type: ChatPriorityEnum,
      nullable: true,
      description: 'The priority that the rule, or `actor`, gave the chat.',
    }),
    minutes: t.exposeInt('minutes', {
      complexity: 0,
      nullable: true,
      description: 'How long the chat has waited.',
    }),
    reason: t.exposeString('reason', {
      complexity: 0,
      nullable: true,
      description: 'Why the bot asked for an operator, in its own words: the `reason` of its INVITE_AGENT.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      description:
        "The names of several operators who are offered the chat, the visitor's new name, the operator's note, why a bot handed the chat over, or the bot's late reply.",
    }),
  }),
})
