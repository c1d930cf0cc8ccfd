import { readDecision } from '../domain/routing/rules/routing-decision.ts'
import type { TargetKind } from '../domain/targets/target-state.ts'
import { NEAR_PART, type TargetTimes, targetTimes } from '../domain/targets/target-times.ts'
import { ChatPriorityEnum } from './chat-priority.ts'
import { Chat } from './chats.ts'
import { builder } from './kit/builder.ts'

export const ChatTargetKind = builder.enumType('ChatTargetKind', {
  description: 'What is to happen in time.',
  values: {
    FIRST_REPLY: { description: 'An operator answers the visitor for the first time.' },
    CLOSING: { description: 'The chat is closed.' },
  } satisfies Record<TargetKind, { description: string }>,
})

interface TargetShape extends TargetTimes {
  kind: TargetKind
  met: boolean | null
}

const ChatTarget = builder.objectRef<TargetShape>('ChatTarget').implement({
  description: 'Until when something is to happen in a chat.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ChatTargetKind, description: 'What is to happen.' }),
    minutes: t.exposeInt('minutes', { description: 'How many minutes of the business hours it may take.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When the chat began to wait: its business hours count from then on.',
    }),
    nearAt: t.expose('nearAt', {
      type: 'DateTime',
      description: `From when on less than ${NEAR_PART * 100} percent of those business hours are left.`,
    }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'When that time is over.' }),
    met: t.exposeBoolean('met', {
      nullable: true,
      description: 'Whether it happened in time. Null while that is open.',
    }),
  }),
})

builder.prismaObjectFields(Chat, (t) => ({
  priority: t.expose('priority', { type: ChatPriorityEnum, description: 'Its priority while it waits.' }),
  routingRule: t.string({
    nullable: true,
    description: 'The name of the routing rule that fitted it. Null when none did.',
    resolve: ({ decision }) => readDecision(decision).rule,
  }),
  notTakenAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When the admins were told that nobody takes it (`RoutingSettings.notTakenMinutes`). Null unless it is QUEUED for this long.',
    resolve: ({ status, notTakenAt }) => (status === 'QUEUED' ? notTakenAt : null),
  }),
  targets: t.field({
    type: [ChatTarget],
    // They are columns of the chat: a page of chats costs no more by what is asked of them.
    complexity: { field: 1, multiplier: 0 },
    description: 'Its targets (`RoutingSettings.targets`): at most one of each kind.',
    resolve: (chat) => [
      ...targetOf('FIRST_REPLY', targetTimes(chat, 'firstReply'), chat.firstReplyMet),
      ...targetOf('CLOSING', targetTimes(chat, 'closing'), chat.closingMet),
    ],
  }),
  targetNearAt: t.expose('targetNearAt', {
    type: 'DateTime',
    nullable: true,
    description: `Since when less than ${NEAR_PART * 100} percent of the business hours of a target are left, or none. It comes first in the queue then. Null while there is time, and when what it asks for is done.`,
  }),
}))

function targetOf(kind: TargetKind, times: TargetTimes | null, met: boolean | null): TargetShape[] {
  return times ? [{ kind, ...times, met }] : []
}
