import { MOST_CONDITIONS, type RoutingRule as Rule } from '../domain/routing/rules/routing-rule.ts'
import { ChatPriorityEnum } from './chat-priority.ts'
import { Department } from './departments.ts'
import { builder } from './kit/builder.ts'
import { withNodeIds } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'
import {
  type AnyCondition,
  RoutingCondition,
  RoutingConditionInput,
  readCondition,
} from './routing-conditions.ts'

export const RoutingRule = builder.objectRef<Rule>('RoutingRule').implement({
  description: 'What happens to a waiting chat when all conditions are true.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it is tried.' }),
    conditions: t.field({
      type: [RoutingCondition],
      description: `All of them must be true; without any, the rule fits every chat; at most ${MOST_CONDITIONS}.`,
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
        'Who is offered the chat first, if they are available and have room for another chat. Null for nobody in particular.',
      resolve: ({ operatorId }, _args, { loaders }) => (operatorId ? loaders.user.load(operatorId) : null),
    }),
    priority: t.expose('priority', {
      type: ChatPriorityEnum,
      nullable: true,
      description: 'The priority that the chat gets. Null when it keeps its own.',
    }),
  }),
})

const optional = { required: false } as const

export const RoutingRuleInput = builder.inputType('RoutingRuleInput', {
  description: 'A routing rule. It needs a department, an operator or a priority.',
  fields: (given) => {
    const t = withNodeIds(given)
    return {
      name: t.string({ description: '1 to 100 characters.' }),
      enabled: t.boolean({ defaultValue: true, description: 'Whether it is tried.' }),
      conditions: t.field({
        type: [RoutingConditionInput],
        description: `All of them must be true; at most ${MOST_CONDITIONS}.`,
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

/** A rule as the domain reads it. */
export function readRule({
  departmentId,
  operatorId,
  conditions,
  ...rule
}: typeof RoutingRuleInput.$inferInput) {
  return {
    ...rule,
    departmentId: departmentId?.id,
    operatorId: operatorId?.id,
    conditions: conditions.map(readCondition),
  }
}
