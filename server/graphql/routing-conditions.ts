import { type COMPARISONS, MOST_VALUES, type RuleCondition } from '../domain/routing/rules/routing-rule.ts'
import { Channel } from './channels.ts'
import { builder } from './kit/builder.ts'
import { withNodeIds } from './kit/verb-mutation.ts'
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
        'The data of the page with the name `key` (`setCustomData`, `setClientAttributes`), compared with `value`.',
    },
    BOT_REASON: {
      description:
        'Why the bot asked for an operator (the `reason` of its INVITE_AGENT), compared with `value`.',
    },
    COUNTRY: { description: 'The country is one of `values`: ISO 3166-1, two letters.' },
    LANGUAGE: {
      description: 'The first language of the browser is one of `values` or a variant: `pt` is also `pt-BR`.',
    },
    TAG: { description: 'The chat has one of `tagIds`.' },
    TIME: {
      description:
        'It is `from` to `to` on one of `days`, in the time zone of the business hours, or else in UTC.',
    },
    OPEN: { description: 'Whether the chat is within its business hours, which must equal `is`.' },
    RETURNING: {
      description: 'Whether an operator was in an earlier chat of the visitor, which must equal `is`.',
    },
  } satisfies Record<RuleCondition['field'], { description: string }>,
})

const Comparison = builder.enumType('RoutingComparison', {
  description:
    'How a text is compared. Upper and lower case make no difference, and an unknown value counts as an empty text.',
  values: {
    IS: { description: 'Both are the same.' },
    IS_NOT: { description: 'They differ.' },
    CONTAINS: { description: 'It contains the value.' },
    CONTAINS_NOT: { description: 'It does not contain the value.' },
    BEGINS: { description: 'It begins with the value.' },
    ENDS: { description: 'It ends with the value.' },
  } satisfies Record<(typeof COMPARISONS)[number], { description: string }>,
})

/** Every field that any condition has. */
export type AnyCondition = Partial<{
  [Key in RuleCondition extends infer One
    ? One extends unknown
      ? keyof One
      : never
    : never]: RuleCondition extends infer One ? (One extends Record<Key, infer Value> ? Value : never) : never
}>

const OF_FIELD = 'Null where `field` needs none.'
const texts = {
  comparison: 'How it is compared.',
  key: 'Which part of the campaign, or the name of the data of the page; up to 100 characters.',
  value: 'What it is compared with; 1 to 300 characters.',
  values: `Codes of countries or languages; at least one, and at most ${MOST_VALUES}.`,
  channelIds: `1 to ${MOST_VALUES} channels.`,
  tagIds: `1 to ${MOST_VALUES} tags.`,
  days: 'On which days of the week it begins; at most seven.',
  from: 'When it begins, such as 09:00.',
  to: 'When it ends (exclusive). A time that is not later than `from` is on the next day.',
  is: 'What it must be.',
}

export const RoutingCondition = builder.objectRef<AnyCondition>('RoutingCondition').implement({
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

const optional = { required: false } as const

export const RoutingConditionInput = builder.inputType('RoutingConditionInput', {
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

const plain = (ids: readonly { id: string }[] | null | undefined) => ids?.map(({ id }) => id)

/** A condition as the domain reads it. */
export function readCondition({
  channelIds,
  tagIds,
  ...condition
}: typeof RoutingConditionInput.$inferInput) {
  return { ...condition, channelIds: plain(channelIds), tagIds: plain(tagIds) }
}
