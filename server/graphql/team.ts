import {
  findPresenceTimes,
  MOST_DAYS,
  type PresenceDay,
} from '../domain/operators/presence/find-presence-times.ts'
import type { Workload } from '../domain/team/find-workloads.ts'
import { setOperatorAway } from '../domain/team/set-operator-away.ts'
import { supervisedBy } from '../domain/team/supervised-by.ts'
import { requireSupervisor } from '../domain/viewer.ts'
import { MAX_PAGE } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { type GraphQLContext, viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Operator, OperatorConnection } from './operators.ts'

const WorkloadType = builder.objectRef<Workload>('Workload').implement({
  description: 'How busy an operator is, and what they have done today.',
  fields: (t) => ({
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description:
        'Since when they have been online, away for this reason, or offline; up to 30 seconds late. Null when they have never been connected.',
    }),
    chats: t.exposeInt('chats', { description: 'The open chats that they are in, without snoozed ones.' }),
    longestWaitSince: t.expose('longestWaitSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'Since when, of the visitors of these chats, the one who has waited longest has been waiting for an answer. Null when nobody waits.',
    }),
    offers: t.exposeInt('offers', { description: 'The chats that they are offered or invited to now.' }),
    answeredToday: t.exposeInt('answeredToday', {
      description:
        'The chats in which they have written today, in the time zone of the business hours of the account, or else UTC.',
    }),
    firstReplySeconds: t.exposeInt('firstReplySeconds', {
      nullable: true,
      description:
        'The median of the first replies that they have given today: how long visitors waited for the first message of an operator, in seconds. Null when there is none.',
    }),
  }),
})

builder.objectField(Operator, 'workload', (t) =>
  t.field({
    type: WorkloadType,
    nullable: true,
    description:
      'How busy they are, and what they have done today. Null for whom the viewer does not supervise, and inside events, which are the same for everyone.',
    resolve: ({ id }, _args, { loaders, shared, viewer }) =>
      shared || !viewer ? null : loaders.workload(viewer).load(id),
  }),
)

builder.queryField('team', (t) =>
  t.prismaConnection(
    {
      type: Operator,
      cursor: 'id',
      description:
        'Supervisors and admins only. The operators whom the viewer supervises, by name: admins everybody, supervisors the members of their departments and the operators of the channels that they see.',
      authScopes: { signedIn: true },
      totalCount: (_root, _args, context) => context.services.db.user.count({ where: teamOf(context) }),
      resolve: (query, _root, _args, context) =>
        listPage(
          context,
          query,
          { table: 'User' },
          context.services.db.user.findMany({
            ...query,
            where: teamOf(context),
            orderBy: [{ name: 'asc' }, { id: 'asc' }],
          }),
        ),
    },
    OperatorConnection,
  ),
)

function teamOf(context: GraphQLContext) {
  const viewer = viewerOf(context)
  requireSupervisor(viewer)
  return { AND: supervisedBy(viewer), deactivatedAt: null }
}

export const AwayTime = builder.objectRef<PresenceDay['away'][number]>('AwayTime').implement({
  description: 'How long somebody was away for one reason.',
  fields: (t) => ({
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'The reason, as it was called then. Null without one.',
    }),
    seconds: t.exposeInt('seconds', { description: 'How long, in seconds.' }),
  }),
})

const PresenceDayType = builder.objectRef<PresenceDay>('PresenceDay').implement({
  description: 'How long an operator was online and away on one day.',
  fields: (t) => ({
    operator: t.field({
      type: Operator,
      description: 'The operator.',
      resolve: ({ userId }, _args, { loaders }) => loadRow(loaders.user, userId),
    }),
    day: t.exposeString('day', {
      description:
        'The day, such as 2026-03-31, in the time zone of the business hours of the account, or else UTC.',
    }),
    onlineSeconds: t.exposeInt('onlineSeconds', { description: 'How long they were online, in seconds.' }),
    awaySeconds: t.exposeInt('awaySeconds', { description: 'How long they were away, in seconds.' }),
    away: t.field({
      type: [AwayTime],
      description: 'The same for each reason of that day, longest first; at most one entry for each.',
      resolve: ({ away }) => away,
    }),
  }),
})

builder.queryField('presenceTimes', (t) =>
  t.field({
    type: [PresenceDayType],
    description: `How long operators were online and away, day by day, with the reasons; at most ${MAX_PAGE * MOST_DAYS} entries. Only for operators whom the viewer supervises, and for themselves; days without any presence are left out.`,
    authScopes: { signedIn: true },
    args: {
      ids: t.arg.globalIDList({ for: [Operator], description: `The operators; at most ${MAX_PAGE}.` }),
      from: t.arg.string({ description: 'The first day, such as 2026-03-01.' }),
      to: t.arg.string({ description: `The last day, at most ${MOST_DAYS} days in all.` }),
    },
    resolve: (_root, { ids, from, to }, context) =>
      findPresenceTimes(context.services, {
        viewer: viewerOf(context),
        operatorIds: ids.map(({ id }) => id),
        from,
        to,
      }),
  }),
)

verbMutation('setOperatorAway', {
  description:
    'Supervisors and admins only. Sets an operator whom the viewer supervises as away. They are told by whom, and can set themselves as available again. Supervisors cannot set admins as away.',
  errors: ['FORBIDDEN', 'INVALID', 'NOT_FOUND'],
  input: (t) => ({
    id: t.globalID({ for: [Operator], description: 'The operator.' }),
    reason: t.string({ required: false, description: 'Why: one of `Account.awayReasons`.' }),
  }),
  joinsProblems: true,
  resolve: (context, { id, reason }, problems) =>
    setOperatorAway(context.services, { viewer: viewerOf(context), id: id.id, reason, problems }),
  payload: (t) => ({
    operator: t.field(returned(Operator, 'The operator, as they are now.')),
  }),
})
