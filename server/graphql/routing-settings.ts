import { getRoutingSettings } from '../domain/routing/get-routing-settings.ts'
import type { RoutingSettings as Settings } from '../domain/routing/read-routing-settings.ts'
import {
  type COMPARISONS,
  MOST_CONDITIONS,
  MOST_RULES,
  MOST_VALUES,
  type RoutingRule as Rule,
  type RuleCondition,
} from '../domain/routing/rules/routing-rule.ts'
import {
  MOST_NOT_TAKEN_MINUTES,
  MOST_RETURN_DAYS,
  updateRoutingSettings,
} from '../domain/routing/update-routing-settings.ts'
import { MOST_TARGET_MINUTES, MOST_TARGETS, type TargetSetting } from '../domain/targets/target-fields.ts'
import { Channel } from './channels.ts'
import { ChatPriorityEnum } from './chat-priority.ts'
import { Department } from './departments.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { verbMutation, withNodeIds } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'
import { loadTags, Tag } from './tags.ts'
import { Weekday } from './weekday.ts'

const RuleField = builder.enumType('RoutingConditionField', {
  description: 'What a condition of a routing rule asks about.',
  values: {
    CHANNEL: { description: 'The channel is one of `channelIds`.' },
    PAGE: { description: 'The address of the page that the visitor is on, compared with `value`.' },
    REFERRER: { description: 'Where the visitor came from, compared with `value`.' },
    UTM: {
      description:
        'The part `key` of the campaign, compared with `value`: source, medium, campaign, term or content.',
    },
    CUSTOM_DATA: {
      description:
        'What the page told under the name `key` (`setCustomData`, `setClientAttributes`), compared with `value`.',
    },
    BOT_REASON: { description: 'What the bot said when it asked for an operator, compared with `value`.' },
    COUNTRY: { description: 'The country is one of `values`: ISO 3166-1, two letters.' },
    LANGUAGE: {
      description: 'The first language of the browser is one of `values` or a variant: `pt` is also `pt-BR`.',
    },
    TAG: { description: 'The chat has one of `tagIds`.' },
    TIME: {
      description:
        'It is `from` to `to` on one of `days`, in the time zone of the business hours, or else in UTC.',
    },
    OPEN: { description: 'Whether it is within the business hours of the chat is `is`.' },
    RETURNING: { description: 'Whether an operator was in an earlier chat of the visitor is `is`.' },
  } satisfies Record<RuleCondition['field'], { description: string }>,
})

const Comparison = builder.enumType('RoutingComparison', {
  description: 'How a text is compared. Upper and lower case are the same, and an unknown text is empty.',
  values: {
    IS: { description: 'Both are the same.' },
    IS_NOT: { description: 'They differ.' },
    CONTAINS: { description: 'It contains the value.' },
    CONTAINS_NOT: { description: 'It does not.' },
    BEGINS: { description: 'It begins with the value.' },
    ENDS: { description: 'It ends with the value.' },
  } satisfies Record<(typeof COMPARISONS)[number], { description: string }>,
})

/** Every field that any condition has. */
type AnyCondition = Partial<{
  [Key in RuleCondition extends infer One
    ? One extends unknown
      ? keyof One
      : never
    : never]: RuleCondition extends infer One ? (One extends Record<Key, infer Value> ? Value : never) : never
}>

const OF_FIELD = 'Null where `field` needs none.'
const texts = {
  comparison: 'How it is compared.',
  key: 'Which part of the campaign, or under which name the page told it; up to 100 characters.',
  value: 'What it is compared with; 1 to 300 characters.',
  values: `Codes of countries or languages; at least one, and at most ${MOST_VALUES}.`,
  channelIds: `1 to ${MOST_VALUES} channels.`,
  tagIds: `1 to ${MOST_VALUES} tags.`,
  days: 'On which days of the week it begins; at most seven.',
  from: 'When it begins, such as 09:00.',
  to: 'When it ends (exclusive). A time that is not later than `from` is on the next day.',
  is: 'What it must be.',
}

const Condition = builder.objectRef<AnyCondition>('RoutingCondition').implement({
  description: 'A condition of a routing rule. `field` says which other fields it has.',
  fields: (t) => {
    const optional = { nullable: true } as const
    return {
      field: t.field({
        type: RuleField,
        description: 'What it asks about.',
        resolve: ({ field }) => field ?? 'OPEN',
      }),
      comparison: t.field({
        ...optional,
        type: Comparison,
        description: `${texts.comparison} ${OF_FIELD}`,
        resolve: (each) => each.comparison,
      }),
      key: t.string({ ...optional, description: `${texts.key} ${OF_FIELD}`, resolve: (each) => each.key }),
      value: t.string({
        ...optional,
        description: `${texts.value} ${OF_FIELD}`,
        resolve: (each) => each.value,
      }),
      values: t.stringList({
        ...optional,
        description: `${texts.values} ${OF_FIELD}`,
        resolve: (each) => each.values,
      }),
      channels: t.field({
        ...optional,
        type: [Channel],
        description: `The channels, without deleted ones; at most ${MOST_VALUES}. ${OF_FIELD}`,
        resolve: async ({ channelIds }, _args, { loaders }) => {
          if (!channelIds) return null
          const channels = await Promise.all(channelIds.map((id) => loaders.channel.load(id)))
          return channels.filter((channel) => channel !== null).filter(({ deletedAt }) => !deletedAt)
        },
      }),
      tags: t.field({
        ...optional,
        type: [Tag],
        description: `The tags, without deleted ones; at most ${MOST_VALUES}. ${OF_FIELD}`,
        resolve: ({ tagIds }, _args, { loaders }) => (tagIds ? loadTags(loaders, tagIds) : null),
      }),
      days: t.field({
        ...optional,
        type: [Weekday],
        description: `${texts.days} ${OF_FIELD}`,
        resolve: (each) => each.days,
      }),
      from: t.string({ ...optional, description: `${texts.from} ${OF_FIELD}`, resolve: (each) => each.from }),
      to: t.string({ ...optional, description: `${texts.to} ${OF_FIELD}`, resolve: (each) => each.to }),
      is: t.boolean({ ...optional, description: `${texts.is} ${OF_FIELD}`, resolve: (each) => each.is }),
    }
  },
})

const RoutingRule = builder.objectRef<Rule>('RoutingRule').implement({
  description: 'What happens to a waiting chat for which all conditions hold.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it is tried.' }),
    conditions: t.field({
      type: [Condition],
      description: `All must hold; without any it always fits; at most ${MOST_CONDITIONS}.`,
      resolve: ({ conditions }) => conditions as AnyCondition[],
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description:
        'Where the chat goes. Null when it stays where it is, and after the department was deleted.',
      resolve: ({ departmentId }, _args, { loaders }) =>
        departmentId ? loaders.department.load(departmentId) : null,
    }),
    operator: t.field({
      type: Operator,
      nullable: true,
      description:
        'Who is offered the chat first, if they are there and have room. Null for nobody in particular.',
      resolve: ({ operatorId }, _args, { loaders }) => (operatorId ? loaders.user.load(operatorId) : null),
    }),
    priority: t.expose('priority', {
      type: ChatPriorityEnum,
      nullable: true,
      description: 'The priority that the chat gets. Null when it keeps its own.',
    }),
  }),
})

const TargetType = builder.objectRef<TargetSetting>('ReplyTarget').implement({
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

const RETURN_DAYS = `Within how many days after their last chat a visitor is first offered to the operator who was in it, unless a rule names somebody: 1 to ${MOST_RETURN_DAYS}. Null for never.`
const NOT_TAKEN = `After how many minutes the admins are told of a chat that nobody takes: 1 to ${MOST_NOT_TAKEN_MINUTES}. Null for never.`

const RoutingSettings = builder.objectRef<Settings>('RoutingSettings').implement({
  description: 'How the waiting chats of the account are routed, besides `Channel.routing`.',
  fields: (t) => ({
    rules: t.field({
      type: [RoutingRule],
      description: `Tried on each chat when it begins to wait, in this order; the first that fits holds; at most ${MOST_RULES}.`,
      resolve: ({ rules }) => [...rules],
    }),
    returnDays: t.exposeInt('returnDays', { nullable: true, description: RETURN_DAYS }),
    notTakenMinutes: t.exposeInt('notTakenMinutes', { nullable: true, description: NOT_TAKEN }),
    targets: t.field({
      type: [TargetType],
      description: `The targets: that of a chat's department holds, or else of its channel, or else of the account; at most ${MOST_TARGETS}.`,
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

const ConditionInput = builder.inputType('RoutingConditionInput', {
  description:
    'A condition of a routing rule. `field` says which other fields are needed; the others are ignored.',
  fields: (given) => {
    const t = withNodeIds(given)
    return {
      field: t.field({ type: RuleField, description: 'What it asks about.' }),
      comparison: t.field({ ...optional, type: Comparison, description: texts.comparison }),
      key: t.string({ ...optional, description: texts.key }),
      value: t.string({ ...optional, description: texts.value }),
      values: t.stringList({ ...optional, description: texts.values }),
      channelIds: t.globalIDList({ ...optional, for: [Channel], description: texts.channelIds }),
      tagIds: t.globalIDList({ ...optional, for: [Tag], description: texts.tagIds }),
      days: t.field({ ...optional, type: [Weekday], description: texts.days }),
      from: t.string({ ...optional, description: texts.from }),
      to: t.string({ ...optional, description: texts.to }),
      is: t.boolean({ ...optional, description: texts.is }),
    }
  },
})

const RuleInput = builder.inputType('RoutingRuleInput', {
  description: 'A routing rule. It needs a department, an operator or a priority.',
  fields: (given) => {
    const t = withNodeIds(given)
    return {
      name: t.string({ description: '1 to 100 characters.' }),
      enabled: t.boolean({ defaultValue: true, description: 'Whether it is tried.' }),
      conditions: t.field({
        type: [ConditionInput],
        description: `All must hold; at most ${MOST_CONDITIONS}.`,
      }),
      departmentId: t.globalID({ ...optional, for: [Department], description: 'Where the chat goes.' }),
      operatorId: t.globalID({
        ...optional,
        for: [Operator],
        description:
          'Who is offered the chat first. They must answer one of the channels of the conditions, or any channel.',
      }),
      priority: t.field({
        ...optional,
        type: ChatPriorityEnum,
        description: 'The priority that the chat gets.',
      }),
    }
  },
})

const TargetInput = builder.inputType('ReplyTargetInput', {
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

const plain = (ids: readonly { id: string }[] | null | undefined) => ids?.map(({ id }) => id)

function readRule({ departmentId, operatorId, conditions, ...rule }: typeof RuleInput.$inferInput) {
  return {
    ...rule,
    departmentId: departmentId?.id,
    operatorId: operatorId?.id,
    conditions: conditions.map(({ channelIds, tagIds, ...condition }) => ({
      ...condition,
      channelIds: plain(channelIds),
      tagIds: plain(tagIds),
    })),
  }
}

verbMutation('updateRoutingSettings', {
  description:
    'Admins only. Omitted fields are unchanged. Rules are tried on chats that begin to wait; changing them moves no chat for which that has been done. Changed targets hold for chats that begin to wait afterwards.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({
    rules: t.field({
      ...optional,
      type: [RuleInput],
      description: `All rules, in the order in which they are tried, replacing the current ones; at most ${MOST_RULES}.`,
    }),
    returnDays: t.int({ ...optional, description: RETURN_DAYS }),
    notTakenMinutes: t.int({ ...optional, description: NOT_TAKEN }),
    targets: t.field({
      ...optional,
      type: [TargetInput],
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
      targets: targets?.map(({ channelId, departmentId, ...target }) => ({
        ...target,
        channelId: channelId?.id,
        departmentId: departmentId?.id,
      })),
    }),
  payload: (t) => ({
    routingSettings: t.field({
      type: RoutingSettings,
      nullable: true,
      description: 'The settings, as they are now.',
      resolve: ({ value }) => value,
    }),
  }),
})
