import {
  execute,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EventKind } from '../../server/generated/prisma/enums.ts'
import { typeName } from '../../server/graphql/event-types/event-kinds.ts'
import { AnswerMeter } from '../../server/graphql/kit/answer-meter.ts'
import { actedBy } from '../../server/graphql/kit/context.ts'
import { lazyLoaders } from '../../server/graphql/kit/loaders.ts'
import { schema } from '../../server/graphql/schema.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordRows } from '../support/count-statements.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { signedIn } from '../support/factories.ts'
import { eventAbout, type Filled, fillAccount } from '../support/fill-account.ts'
import { type Data, globalId } from '../support/graphql-client.ts'

const FEW = 2
const MANY = 8

interface Account {
  desk: Desk
  filled: Filled[]
  /** Sees every channel. */
  operator: Person
}

let app: TestApp
let few: Account
let many: Account
beforeAll(async () => {
  // Visitors stay on the website until all lists were looked at.
  app = await startTestApp({ visitors: { polledMs: 3_600_000 } })
  const open = async (count: number) => {
    const desk = await openDesk(app)
    const filled = await fillAccount(app.services, desk, count)
    // Signed in before the channels were there.
    const { viewer } = await signedIn(app.services, desk.operators[0].user.id)
    return { desk, filled, operator: { ...desk.operators[0], viewer } }
  }
  few = await open(FEW)
  many = await open(MANY)
})
afterAll(() => app.close())

type Field = GraphQLField<unknown, unknown>
const fieldsOf = (type: GraphQLNamedType): Field[] =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument))
    : []
const isConnection = (type: GraphQLNamedType) => fieldsOf(type).some(({ name }) => name === 'pageInfo')
const isNode = (type: GraphQLNamedType) =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')

/** Everything of a type that can be asked for: of objects that are nodes themselves, what is theirs alone. */
function selectionOf(type: GraphQLNamedType, depth = 0): string {
  if (isLeafType(type)) return ''
  if (isAbstractType(type)) {
    const parts = schema.getPossibleTypes(type).map((each) => {
      // Fields of the same name may be of different types.
      const fields = fieldsOf(each).map((field) => `${each.name}_${field.name}: ${fieldOf(field, depth)}`)
      return `... on ${each.name} { ${fields.join(' ')} }`
    })
    return `{ __typename ${parts.join(' ')} }`
  }
  return `{ __typename ${fieldsOf(type)
    .map((field) => fieldOf(field, depth))
    .join(' ')} }`
}

function fieldOf(field: Field, depth: number): string {
  const type = getNamedType(field.type)
  if (isLeafType(type)) return field.name
  if (depth > 0 && (isNode(type) || isConnection(type) || type.name === 'Actor')) {
    return isConnection(type)
      ? `${field.name} { __typename }`
      : `${field.name} { __typename ${leavesOf(type)} }`
  }
  if (isConnection(type)) return `${field.name}(first: 5) ${pageOf(type, depth)}`
  return `${field.name} ${selectionOf(type, depth + 1)}`
}

function pageOf(type: GraphQLNamedType, depth: number): string {
  const nodes = fieldsOf(type).find(({ name }) => name === 'nodes') as Field
  const counted = fieldsOf(type).some(({ name }) => name === 'totalCount')
  return `{ ${counted ? 'totalCount' : ''} nodes ${selectionOf(getNamedType(nodes.type), depth + 1)} }`
}

const leavesOf = (type: GraphQLNamedType) =>
  fieldsOf(type)
    .filter((field) => isLeafType(getNamedType(field.type)))
    .map(({ name }) => name)
    .join(' ')

/** Runs an operation without the limits on its cost; what each of its statements does to which tables. */
async function costOf(person: Person, query: string): Promise<{ data: Data; tables: string[] }> {
  const { services } = app
  const contextValue = {
    services,
    ...actedBy(person.viewer),
    http: null,
    shared: false,
    loaders: lazyLoaders(services),
    answer: new AnswerMeter(),
  }
  let data: Data
  const statements = await recordRows(async () => {
    const result = await execute({ schema, document: parse(query), contextValue })
    expect([query, result.errors]).toEqual([query, undefined])
    data = result.data
  })
  const ofQuery = statements.filter(({ sql }) => !/^--|bullmq/.test(sql))
  return { data, tables: ofQuery.map(({ sql }) => tablesOf(sql)).sort() }
}

function tablesOf(sql: string): string {
  const names = [...sql.matchAll(/(?:FROM|INTO|UPDATE|JOIN) \(*(?:"public"\.)?"(\w+)"/g)].map(
    ([, name]) => name,
  )
  return [sql.split(' ')[0], ...new Set(names)].join(' ')
}

/** The document differs between the accounts only in ids. */
async function expectSameCost(
  documentFor: (account: Account) => string,
  countOf: (data: Data) => number,
  by: (account: Account) => Person = ({ desk }) => desk.admin,
): Promise<void> {
  const cheap = await costOf(by(few), documentFor(few))
  const dear = await costOf(by(many), documentFor(many))
  expect(countOf(cheap.data)).toBeGreaterThanOrEqual(FEW)
  expect(countOf(dear.data)).toBeGreaterThanOrEqual(MANY)
  expect(dear.tables).toEqual(cheap.tables)
}

const lists = fieldsOf(schema.getQueryType() as GraphQLNamedType).filter(
  (field) => isConnection(getNamedType(field.type)) && field.name !== 'events',
)

describe('of a list, everything costs the same number of statements for few entries and for many:', () => {
  const cases = lists.flatMap((list) => {
    const nodes = fieldsOf(getNamedType(list.type)).find(({ name }) => name === 'nodes') as Field
    const relations = fieldsOf(getNamedType(nodes.type)).filter(
      (field) => !isLeafType(getNamedType(field.type)),
    )
    return [
      [list.name, leavesOf(getNamedType(nodes.type))] as const,
      ...relations.map((field) => [list.name, fieldOf(field, 0)] as const),
    ].map(([name, fields]) => [name, fields.split(/[ (]/)[0] ?? '', fields] as const)
  })

  test.for(cases)('%s with %s …', async ([list, , fields]) => {
    const search = list === 'archivedChats' ? 'search: "word", ' : ''
    await expectSameCost(
      () => `{ ${list}(${search}first: 100) { nodes { __typename ${fields} } } }`,
      (data) => data[list].nodes.length,
    )
  })
})

const LATER_KINDS = Object.keys(EventKind).filter(
  (kind) => !['MESSAGE_UPDATED', 'CHAT_INVITATION_UPDATED'].includes(kind),
) as EventKind[]

test.for(LATER_KINDS)('%s costs the same number of statements for few events and for many', async (kind) => {
  const { db } = app.services
  for (const { filled, desk } of [few, many]) {
    await db.event.createMany({ data: filled.map((ids) => eventAbout(ids, kind, desk.admin.user.id)) })
  }
  const type = schema.getType(typeName(kind)) as GraphQLNamedType
  await expectSameCost(
    () =>
      `{ events(types: [${kind}], first: 100) { nodes { __typename ... on ${type.name} ${selectionOf(type, 0)} } } }`,
    (data) => data.events.nodes.filter(({ __typename }: Data) => __typename === type.name).length,
  )
})

const ADMINS_ONLY: string[] = [
  'Mail',
  'BotProvider',
  'OperatorInvitation',
  'WebhookDelivery',
  'WebhookEndpoint',
]
const NODES: [type: Parameters<typeof globalId>[0], id: keyof Filled][] = [
  ['Bot', 'bot'],
  ['BotProvider', 'provider'],
  ['Call', 'call'],
  ['Channel', 'channel'],
  ['Chat', 'chat'],
  ['ChatInvitation', 'chatInvitation'],
  ['Delivery', 'delivery'],
  ['Department', 'department'],
  ['Mail', 'mail'],
  ['Message', 'message'],
  ['OfflineMessage', 'offlineMessage'],
  ['Operator', 'operator'],
  ['OperatorInvitation', 'operatorInvitation'],
  ['Tag', 'tag'],
  ['Visitor', 'visitor'],
  ['WebhookDelivery', 'webhookDelivery'],
  ['WebhookEndpoint', 'endpoint'],
]

describe.each(NODES)('`nodes` of the type %s', (type, id) => {
  const leaves = leavesOf(schema.getType(type) as GraphQLNamedType)
  test.for<[who: string, by: (account: Account) => Person, sees: boolean]>([
    ['an admin', ({ desk }) => desk.admin, true],
    ['an operator', ({ operator }) => operator, !ADMINS_ONLY.includes(type)],
  ])('are as many statements for %s, however many they are', async ([, by, sees]) => {
    const idsOf = ({ filled }: Account) => filled.map((ids) => `"${globalId(type, ids[id])}"`).join(', ')
    await expectSameCost(
      (account) => `{ nodes(ids: [${idsOf(account)}]) { __typename id ... on ${type} { ${leaves} } } }`,
      ({ nodes }) => nodes.filter((node: Data) => (sees ? node?.__typename === type : node === null)).length,
      by,
    )
  })
})
