import { print } from 'graphql'
import { reportQuery, reportRowsQuery } from '../../../operator-app/src/graphql/reports.ts'
import { encodeGlobalId } from '../../../server/graphql/kit/global-id.ts'
import { connectPostgres } from '../../../server/stores/connect-postgres.ts'
import { type Ask, type Execute, executeAs, measureAsks } from '../ask.ts'
import type { Bench, Setting } from '../bench.ts'
import { type Aim, type Measurement, measured } from '../measurement.ts'
import { createOperators } from '../operators.ts'
import { seedReports } from '../seed-reports.ts'
import { onPostgresAndRedis } from '../settings.ts'

const AIM = { atMost: 150 }
/** What a closing chat costs with the reports, of what it costs without. */
const CLOSING_AIM = { atMost: 1.1 }
const CLOSINGS = 100
const DAY_MS = 86_400_000

interface Places {
  edges: { node: { id: string } }[]
}

interface Answer {
  channels: Places
  departments: Places
  operators: Places
  tags: Places
  closeChat: { userErrors: { message: string }[] }
}

const ARCHIVE = `query ($filter: ArchiveFilter) {
  archivedChats(filter: $filter, first: 50) { edges { node { chat { id number outcome rating closedAt } } } }
}`

/** What the reports ask for, among the closed chats of two years, and what they cost whoever closes a chat. */
export function measureReports(bench: Bench): Promise<Measurement[]> {
  return onPostgresAndRedis(async (setting) => {
    const [admin, operator] = await createOperators(setting, 2)
    await makeAdmin(setting)
    await seedReports(setting.server.databaseUrl, bench.closedChats)
    const execute = executeAs<Answer>(setting.server.origin, admin?.cookie ?? '')
    const pagesTake = await measureAsks(await reportAsks(execute), Math.ceil(bench.count / 30))
    const close = executeAs<Answer>(setting.server.origin, operator?.cookie ?? '')
    return [...pagesTake, await measureClosing(bench, setting, close)]
  })
}

/** Every page of the reports, and what its figures lead to. */
async function reportAsks(execute: Execute<Answer>): Promise<[name: string, ask: Ask, aim: Aim][]> {
  const asks = [...pages(execute), ...(await filtered(execute)), ...behind(execute)]
  return asks.map(([name, ask]) => [`reports, ${name}`, ask, AIM])
}

/** The first of the operators. */
async function makeAdmin({ server }: Setting): Promise<void> {
  const client = await connectPostgres(server.databaseUrl)
  try {
    await client.query(`UPDATE "User" SET role = 'ADMIN' WHERE name = 'Operator 1'`)
  } finally {
    await client.end()
  }
}

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const last = (days: number) => ({ from: dayBefore(days - 1), to: dayBefore(0) })

function pages(execute: Execute<Answer>): [string, Ask][] {
  const page = (days: number) => () =>
    execute(print(reportQuery), { ...last(days), compare: days <= 365, filter: null })
  const rows = (by: string, days: number) => () =>
    execute(print(reportRowsQuery), { ...last(days), by, compare: days <= 365, filter: null })
  return [
    ...[7, 30, 90, 365, 730].map((days): [string, Ask] => [`page of ${days} days`, page(days)]),
    ...['CHANNEL', 'DEPARTMENT', 'OPERATOR', 'TAG', 'COUNTRY', 'PAGE'].flatMap((by): [string, Ask][] =>
      [30, 730].map((days) => [`by ${by.toLowerCase()}, ${days} days`, rows(by, days)]),
    ),
  ]
}

/** Every field of the filter alone, two and three of them, and the rows of a filter. */
async function filtered(execute: Execute<Answer>): Promise<[string, Ask][]> {
  const { channels, departments, operators, tags } = await execute(PLACES, {})
  const pick = ({ edges }: Places, n: number) => edges[n % edges.length]?.node.id
  const fields: Record<string, (n: number) => object> = {
    'a channel': (n) => ({ channelId: pick(channels, n) }),
    'a department': (n) => ({ departmentId: pick(departments, n) }),
    'an operator': (n) => ({ operatorId: pick(operators, n) }),
    'a tag': (n) => ({ tagId: pick(tags, n) }),
    'a channel and a department': (n) => ({
      channelId: pick(channels, n),
      departmentId: pick(departments, n),
    }),
    'a channel, an operator and a tag': (n) => ({
      channelId: pick(channels, n),
      operatorId: pick(operators, n),
      tagId: pick(tags, n),
    }),
  }
  const asks = (days: number): [string, Ask][] => [
    ...Object.entries(fields).map(([of, filterOf]): [string, Ask] => [
      `page of ${of}, ${days} days`,
      (n) => execute(print(reportQuery), { ...last(days), compare: days <= 365, filter: filterOf(n) }),
    ]),
    ...['DEPARTMENT', 'OPERATOR', 'PAGE'].map((by): [string, Ask] => [
      `a channel by ${by.toLowerCase()}, ${days} days`,
      (n) =>
        execute(print(reportRowsQuery), {
          ...last(days),
          by,
          compare: false,
          filter: fields['a channel']?.(n),
        }),
    ]),
  ]
  return [30, 365, 730].flatMap(asks)
}

const PLACES = `{
  channels(first: 20) { edges { node { id } } }
  departments(first: 20) { edges { node { id } } }
  operators(first: 50) { edges { node { id } } }
  tags(first: 50) { edges { node { id } } }
}`

/** The chats behind figures of a year. */
function behind(execute: Execute<Answer>): [string, Ask][] {
  const closedAt = { since: new Date(Date.now() - 365 * DAY_MS) }
  const by = (countedOf: (n: number) => object) => (n: number) =>
    execute(ARCHIVE, { filter: { closedAt, counted: countedOf(n) } })
  return [
    ['chats of an hour of the week', by((n) => ({ hour: n % 168 }))],
    ['chats slower than 90%', by(() => ({ firstReplyFrom: 810 }))],
    ['chats of a page', by((n) => ({ page: `https://shop.example/${n % 500}` }))],
    ['chats of a country that nobody is from', by(() => ({ country: 'ZZ' }))],
  ]
}

/** Closes chats one after the other, with the reports and without them in turns. */
async function measureClosing(
  bench: Bench,
  { server }: Setting,
  execute: Execute<Answer>,
): Promise<Measurement> {
  const client = await connectPostgres(server.databaseUrl)
  const close = async (reports: 'ENABLE' | 'DISABLE') => {
    await client.query(`ALTER TABLE "ArchivedChat" ${reports} TRIGGER "ArchivedChat_facts"`)
    const { rows } = await client.query<{ id: string }>(OPEN_CHATS)
    const startedAt = performance.now()
    for (const { id } of rows) {
      const { closeChat } = await execute(CLOSE, { id: encodeGlobalId('Chat', id) })
      if (closeChat.userErrors[0]) throw new Error(closeChat.userErrors[0].message)
    }
    return (performance.now() - startedAt) / rows.length
  }
  try {
    const [values, floors]: [number[], number[]] = [[], []]
    // The first round does not count, and each is first as often as the other.
    for (let round = 0; round <= 4 * bench.rounds; round++) {
      const order = round % 2 ? (['ENABLE', 'DISABLE'] as const) : (['DISABLE', 'ENABLE'] as const)
      for (const reports of order) {
        const took = await close(reports)
        if (round > 0) (reports === 'ENABLE' ? values : floors).push(took)
      }
    }
    return measured('closing a chat, without reports as the floor', 'ms', { values, floors }, CLOSING_AIM)
  } finally {
    await client.end()
  }
}

const CLOSE = `mutation ($id: ID!) { closeChat(input: { chatId: $id }) { userErrors { message } } }`

/** Chats with ten messages each, which the second operator is in. */
const OPEN_CHATS = `
  WITH channel AS (SELECT * FROM "Channel" WHERE kind = 'CHAT_API' ORDER BY id LIMIT 1),
  last AS (SELECT max(number) AS number FROM "Chat" WHERE "accountId" = (SELECT "accountId" FROM channel)),
  visitor AS (
    INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId")
    SELECT uuidv7(), "accountId", channel.id, last.number + n, gen_random_uuid(), to_jsonb(gen_random_uuid())
    FROM channel, last, generate_series(1, ${CLOSINGS}) n RETURNING *
  ), chat AS (
    INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "lastSeq", "createdAt", "acceptedAt")
    SELECT uuidv7(), number, "accountId", "channelId", id, 'ACTIVE', 10, now(), now() FROM visitor RETURNING *
  ), message AS (
    INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text, "createdAt")
    SELECT uuidv7(), "accountId", id, seq, (CASE WHEN seq % 2 = 0 THEN 'OPERATOR' ELSE 'VISITOR' END)::"MessageAuthor",
      'TEXT', 'Is the blue one still in stock?', now() + seq * interval '1 second'
    FROM chat, generate_series(1, 10) seq
  ), member AS (
    INSERT INTO "ChatMember" ("chatId", "userId")
    SELECT chat.id, u.id FROM chat, "User" u WHERE u.name = 'Operator 2'
  )
  SELECT id FROM chat`
