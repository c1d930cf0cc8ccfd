import { getRoutingSettings } from '../domain/routing/get-routing-settings.ts'
import type { RoutingSettings as Settings } from '../domain/routing/read-routing-settings.ts'
import { MOST_RULES } from '../domain/routing/rules/routing-rule.ts'
import {
  MOST_NOT_TAKEN_MINUTES,
  MOST_RETURN_DAYS,
  updateRoutingSettings,
} from '../domain/routing/update-routing-settings.ts'
import { MOST_TARGETS } from '../domain/targets/target-fields.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { ReplyTarget, ReplyTargetInput, readTarget } from './reply-targets.ts'
import { RoutingRule, RoutingRuleInput, readRule } from './routing-rules.ts'

const RETURN_DAYS = `Within how many days after their last chat a visitor is first offered to the operator who was in it, unless a rule names somebody: 1 to ${MOST_RETURN_DAYS}. Null for never.`
const NOT_TAKEN = `After how many minutes the admins are told of a chat that nobody takes: 1 to ${MOST_NOT_TAKEN_MINUTES}. Null for never.`

const RoutingSettings = builder.objectRef<Settings>('RoutingSettings').implement({
  description: 'How the waiting chats of the account are routed, besides `Channel.routing`.',
  fields: (t) => ({
    rules: t.field({
      type: [RoutingRule],
      description: `The rules, in the order in which they are tried when a chat begins to wait; the first one that fits applies; at most ${MOST_RULES}.`,
      resolve: ({ rules }) => [...rules],
    }),
    returnDays: t.exposeInt('returnDays', { nullable: true, description: RETURN_DAYS }),
    notTakenMinutes: t.exposeInt('notTakenMinutes', { nullable: true, description: NOT_TAKEN }),
    targets: t.field({
      type: [ReplyTarget],
      description: `The targets. A chat has that of its department, or else of its channel, or else of the account; at most ${MOST_TARGETS}.`,
      resolve: async ({ targets }, _args, { loaders }) => {
        const isThere = await Promise.all(
          targets.map(async ({ channelId, departmentId }) => {
            if (channelId) return (await loaders.channel.load(channelId))?.deletedAt === null
            return !departmentId || (await loaders.department.load(departmentId)) !== null
          }),
        )
        return targets.filter((_, index) => isThere[index])
      },
    }),
  }),
})

builder.queryField('routingSettings', (t) =>
  t.field({
    type: RoutingSettings,
    description: 'How the waiting chats of the account are routed. Admins only.',
    authScopes: { admin: true },
    resolve: (_root, _args, context) => getRoutingSettings(context.services, { viewer: viewerOf(context) }),
  }),
)

const optional = { required: false } as const

verbMutation('updateRoutingSettings', {
  description:
    'Admins only. Omitted fields are unchanged. Rules are tried on chats that begin to wait; changing them does not move chats that are waiting already. Changed targets apply to chats that begin to wait afterwards.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({
    rules: t.field({
      ...optional,
      type: [RoutingRuleInput],
      description: `All rules, in the order in which they are tried, replacing the current ones; at most ${MOST_RULES}.`,
    }),
    returnDays: t.int({ ...optional, description: RETURN_DAYS }),
    notTakenMinutes: t.int({ ...optional, description: NOT_TAKEN }),
    targets: t.field({
      ...optional,
      type: [ReplyTargetInput],
      description: `All targets, replacing the current ones; at most ${MOST_TARGETS}.`,
    }),
  }),
  joinsProblems: true,
  resolve: (context, { rules, targets, ...input }, problems) =>
    updateRoutingSettings(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      rules: rules?.map(readRule),
      targets: targets?.map(readTarget),
    }),
  payload: (t) => ({
    routingSettings: t.field(returned(RoutingSettings, 'The settings, as they are now.')),
  }),
})
