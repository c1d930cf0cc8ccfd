import {
  MOST_TRIED,
  type RoutingTrial as Trial,
  tryRouting,
  type Verdict,
} from '../domain/routing/try-routing.ts'
import { Channel } from './channels.ts'
import { ChatPriorityEnum } from './chat-priority.ts'
import { Department } from './departments.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation, withNodeIds } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'
import { Tag } from './tags.ts'

const VerdictEnum = builder.enumType('RoutingVerdict', {
  description: 'Whether an operator would be offered a chat, and why not.',
  values: {
    NEXT: { description: 'They would get it first.' },
    LATER: { description: 'They would be asked if those before them do not take it.' },
    OFFLINE: { description: 'They are not connected.' },
    AWAY: { description: 'They are away.' },
    FULL: { description: 'They have as many chats as `Operator.maxChats` allows.' },
    OTHER_DEPARTMENT: {
      description:
        'The chat is for a department, and somebody in it is there. They would be asked if nobody in the department takes it.',
    },
  } satisfies Record<Verdict, { description: string }>,
})

const TriedOperator = builder.objectRef<Trial['operators'][number]>('TriedOperator').implement({
  description: 'An operator of the channel, and what the routing would do with them.',
  fields: (t) => ({
    operator: t.field({
      type: Operator,
      description: 'The operator.',
      resolve: ({ userId }, _args, { loaders }) => loadRow(loaders.user, userId),
    }),
    verdict: t.expose('verdict', { type: VerdictEnum, description: 'What would happen.' }),
  }),
})

const RoutingTrial = builder.objectRef<Trial>('RoutingTrial').implement({
  description: 'What the routing would do with a chat now.',
  fields: (t) => ({
    ruleName: t.exposeString('ruleName', {
      nullable: true,
      description: 'The rule that fits. Null when none does.',
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description: 'Where the chat would go. Null for no department.',
      resolve: ({ departmentId }, _args, { loaders }) =>
        departmentId ? loaders.department.load(departmentId) : null,
    }),
    priority: t.expose('priority', { type: ChatPriorityEnum, description: 'Its priority.' }),
    open: t.boolean({
      description: 'Whether it would be within its business hours.',
      resolve: ({ isOpen }) => isOpen,
    }),
    tellsEveryone: t.exposeBoolean('tellsEveryone', {
      description: 'Whether everyone of the channel is told, and whoever is first takes the chat.',
    }),
    operators: t.field({
      type: [TriedOperator],
      description: `The operators of the channel, by name; at most ${MOST_TRIED}.`,
      resolve: ({ operators }) => operators,
    }),
  }),
})

const DataInput = builder.inputType('RoutingTrialDataInput', {
  description: 'What the page says about the visitor.',
  fields: (t) => ({
    key: t.string({ description: 'Its name; up to 200 characters.' }),
    value: t.string({ description: 'What it says; up to 2,000 characters.' }),
  }),
})

const optional = { required: false } as const

verbMutation('tryRouting', {
  description:
    'Admins only. Tries the stored rules on a visitor who need not exist, and says whom they would get now. Changes nothing.',
  errors: ['FORBIDDEN', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  input: (given) => {
    const t = withNodeIds(given)
    return {
      channelId: t.globalID({ for: [Channel], description: 'The channel that they write through.' }),
      page: t.string({ ...optional, description: 'The page, whose address also contains the campaign.' }),
      referrer: t.string({ ...optional, description: 'Where they came from.' }),
      country: t.string({ ...optional, description: 'Two letters (ISO 3166-1).' }),
      language: t.string({ ...optional, description: 'The first language of their browser (BCP 47).' }),
      customData: t.field({
        ...optional,
        type: [DataInput],
        description: 'Data of the page about them; at most 50.',
      }),
      tagIds: t.globalIDList({ ...optional, for: [Tag], description: 'The tags of the chat.' }),
      botReason: t.string({
        ...optional,
        description: 'Why the bot asked for an operator: the `reason` of its INVITE_AGENT.',
      }),
      lastOperatorId: t.globalID({
        ...optional,
        for: [Operator],
        description: 'The operator who answered them in a chat that was closed just before.',
      }),
      at: t.field({ ...optional, type: 'DateTime', description: 'When; by default now.' }),
    }
  },
  joinsProblems: true,
  resolve: (context, { channelId, tagIds, lastOperatorId, ...input }, problems) =>
    tryRouting(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      channelId: channelId.id,
      tagIds: tagIds?.map(({ id }) => id),
      lastOperatorId: lastOperatorId?.id,
    }),
  payload: (t) => ({
    trial: t.field(returned(RoutingTrial, 'What would happen.')),
  }),
})
