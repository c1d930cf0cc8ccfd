import { endCall } from '../domain/calls/end-call.ts'
import { failCall } from '../domain/calls/fail-call.ts'
import { markCallConnected } from '../domain/calls/mark-call-connected.ts'
import { startCall } from '../domain/calls/start-call.ts'
import { takeCall } from '../domain/calls/take-call.ts'
import { within } from '../domain/viewer.ts'
import type { Call as CallRow } from '../generated/prisma/client.ts'
import { CallGateway, CallOutcome, CallState, CallType } from '../generated/prisma/enums.ts'
import { Actor, readActor } from './actors.ts'
import { Channel } from './channels.ts'
import { Chat } from './chats.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import type { UserErrorCode } from './kit/error-codes.ts'
import { related } from './kit/related.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'
import { Visitor } from './visitors.ts'

export const CallTypeEnum = builder.enumType(CallType, {
  name: 'CallType',
  description: 'The direction of a call.',
  values: {
    CALLBACK: { description: 'A visitor who asked for it is called.' },
    INCOMING: { description: 'A visitor calls the company.' },
    OUTGOING: { description: 'The company calls a visitor.' },
  },
})

export const CallStateEnum = builder.enumType(CallState, {
  name: 'CallState',
  description: 'How far a call has progressed. It only moves forward, and may skip states.',
  values: {
    START: { description: 'It was requested, or it is ringing.' },
    OPERATOR_CONNECTED: {
      description: 'The operator is on the line. When operators dial, one of them has taken it.',
    },
    CLIENT_CONNECTED: { description: 'The visitor is on the line.' },
    END: { description: 'It is over.' },
    ERROR: { description: 'It failed; `reason` says why.' },
  },
})

export const CallOutcomeEnum = builder.enumType(CallOutcome, {
  name: 'CallOutcome',
  description: 'Whether the visitor was reached.',
  values: {
    ANSWERED: { description: 'The visitor was connected, or the call ended after an operator was.' },
    MISSED: { description: 'Nobody was connected, or it failed before that.' },
  },
})

export const CallGatewayEnum = builder.enumType(CallGateway, {
  name: 'CallGateway',
  description: 'Who sets up calls.',
  values: {
    OPERATOR_DIALS: { description: 'An operator takes the call and dials.' },
    HTTP: { description: "The company's telephone system gets orders and reports what happens." },
  },
})

const CallStateChange = builder.prismaObject('CallLogEntry', {
  name: 'CallStateChange',
  description: 'A state that a call reached.',
  fields: (t) => ({
    state: t.expose('state', { type: CallStateEnum, description: 'The state.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why the call failed. Null unless the state is ERROR.',
    }),
    actor: t.field({
      type: Actor,
      nullable: true,
      description: 'Who caused it. Null for the telephone system, and for a timeout.',
      resolve: ({ actorType, actorId }, _args, context, info) =>
        readActor({ type: actorType, id: actorId }, context, info),
    }),
    occurredAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was reached.' }),
  }),
})

export const Call = builder.prismaNode('Call', {
  id: { field: 'id' },
  nullable: true,
  description: 'A telephone call with a visitor.',
  findUnique: (id, context) => ({ id, ...within(viewerOf(context)) }),
  fields: (t) => ({
    type: t.expose('type', { type: CallTypeEnum, description: 'Its direction.' }),
    phone: t.exposeString('phone', {
      description:
        "The visitor's number, in E.164 format where possible. Empty when the caller withholds it.",
    }),
    state: t.expose('state', { type: CallStateEnum, description: 'Its current state.' }),
    revision: t.exposeInt('revision', {
      description:
        'Increases with every change: of two copies of a call, the one with the larger revision is newer.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it failed. Null unless it did.' }),
    outcome: t.expose('outcome', {
      type: CallOutcomeEnum,
      nullable: true,
      description: 'Whether the visitor was reached. Null while the call is in progress.',
    }),
    recordUrl: t.exposeString('recordUrl', {
      nullable: true,
      description: 'The http(s) address of the recording, on the telephone system. Null before the end.',
    }),
    gateway: t.expose('gateway', { type: CallGatewayEnum, description: 'Who sets it up.' }),
    offered: t.boolean({
      description: 'Whether an operator can take it: operators dial, and nobody has taken it yet.',
      resolve: ({ state, gateway }) => state === 'START' && gateway === 'OPERATOR_DIALS',
    }),
    channel: t.field({
      type: Channel,
      description: 'The channel whose operators see it.',
      resolve: ({ channelId }, _args, { loaders }, info) => related(loaders.channel, channelId, info),
    }),
    visitor: t.field({
      type: Visitor,
      nullable: true,
      description: 'The visitor who is called or calls, if known.',
      resolve: ({ visitorId }, _args, { loaders }) => (visitorId ? loaders.visitor.load(visitorId) : null),
    }),
    chat: t.field({
      type: Chat,
      nullable: true,
      description: "The visitor's chat that was open when it started.",
      resolve: ({ chatId }, _args, { loaders }) => (chatId ? loaders.chat.load(chatId) : null),
    }),
    operator: t.field({
      type: Operator,
      nullable: true,
      description: 'The operator who speaks with the visitor. Null until known.',
      resolve: ({ operatorId }, _args, { loaders }) => (operatorId ? loaders.user.load(operatorId) : null),
    }),
    log: t.field({
      type: [CallStateChange],
      description: 'The states that it has reached, oldest first; at most 10.',
      resolve: ({ id }, _args, { loaders }) => loaders.logOfCall.load(id),
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended or failed. Null before.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it started.' }),
  }),
})

const call = {
  type: Call,
  nullable: true,
  description: 'The call, as it is now.',
  resolve: ({ value }: { value: CallRow | null }) => value,
} as const

verbMutation('startCall', {
  description:
    'Requests a call to a visitor, as if they had asked for it themselves. It uses up one call of the balance. For CALLBACK_DISABLED and CALLBACK_UNAVAILABLE, `message` is the `reason` that the widget returns.',
  errors: ['CALLBACK_DISABLED', 'CALLBACK_UNAVAILABLE', 'INVALID', 'NOT_FOUND'],
  input: (t) => ({
    visitorId: t.globalID({ for: [Visitor], description: 'Who is called.' }),
    phone: t.string({ description: 'The number, as it was typed.' }),
    take: t.boolean({
      required: false,
      description:
        'When operators dial: true if the viewer will dial. The call is then theirs immediately and is not offered to anyone else. False by default.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { visitorId, ...input }, problems) =>
    startCall(context.services, { viewer: viewerOf(context), visitorId: visitorId.id, problems, ...input }),
  payload: (t) => ({ call: t.field(call) }),
})

const MARKING: UserErrorCode[] = ['CALL_ENDED', 'CALL_TAKEN_BY_OTHER', 'INVALID', 'NOT_FOUND']

verbMutation('takeCall', {
  description:
    'Makes the viewer the operator who dials an offered call: it becomes OPERATOR_CONNECTED. Taking it again changes nothing.',
  errors: MARKING,
  input: (t) => ({ id: t.globalID({ for: [Call], description: 'The call.' }) }),
  resolve: (context, { id }) => takeCall(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ call: t.field(call) }),
})

verbMutation('markCallConnected', {
  description:
    'Reports that the visitor has answered: the call becomes CLIENT_CONNECTED. Only the operator who took it or an admin may do this.',
  errors: MARKING,
  input: (t) => ({ id: t.globalID({ for: [Call], description: 'The call.' }) }),
  resolve: (context, { id }) => markCallConnected(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ call: t.field(call) }),
})

verbMutation('endCall', {
  description: 'Reports that the call is over. Only the operator who took it or an admin may do this.',
  errors: MARKING,
  input: (t) => ({ id: t.globalID({ for: [Call], description: 'The call.' }) }),
  resolve: (context, { id }) => endCall(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ call: t.field(call) }),
})

verbMutation('failCall', {
  description: 'Reports that the call failed. Only the operator who took it or an admin may do this.',
  errors: ['BLANK', ...MARKING, 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [Call], description: 'The call.' }),
    reason: t.string({ description: 'Why, in 1 to 500 characters: nobody answered, the line was busy …' }),
  }),
  joinsProblems: true,
  resolve: (context, { id, reason }, problems) =>
    failCall(context.services, { viewer: viewerOf(context), id: id.id, reason, problems }),
  payload: (t) => ({ call: t.field(call) }),
})
