import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { migrate } from '../../server/stores/migrate.ts'
import { createEmptyDatabase } from '../support/postgres.ts'

/** A database as it was before that migration. */
async function openBefore(migration: string) {
  const database = await openEmpty()
  await migrateBefore(migration, database.url)
  return database
}

async function migrateBefore(migration: string, url: string, options?: Parameters<typeof migrate>[2]) {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-migrations-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const name of readdirSync(paths.migrations).filter((name) => name < migration)) {
    cpSync(join(paths.migrations, name), join(dir, name), { recursive: true })
  }
  await migrate(url, dir, options)
}

async function openEmpty() {
  const { url, drop } = await createEmptyDatabase()
  const client = await connectPostgres(url)
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  return { url, client }
}

/** Lets a user who is no superuser connect; `rights` says what else, as SQL. */
async function createGuest(
  { url, client }: Awaited<ReturnType<typeof openEmpty>>,
  rights: (name: string) => string,
) {
  const name = `guest_${randomUUID().slice(0, 8)}`
  await client.query(
    `CREATE ROLE ${name} LOGIN PASSWORD 'pw'; GRANT ${name} TO CURRENT_USER; ${rights(name)}`,
  )
  onTestFinished(async () => {
    await client.query(`REASSIGN OWNED BY ${name} TO CURRENT_USER; DROP OWNED BY ${name}; DROP ROLE ${name}`)
  })
  const guest = new URL(url)
  guest.username = name
  guest.password = 'pw'
  return guest.href
}

const ID = '01a1fcd9-a069-74c9-b672-467b4fcee0ef'

test('what invitations came to keeps its place in chats that are older than the words for it', async () => {
  const { url, client } = await openBefore('20261121120000_invitation_notices')
  const kinds = ['TRANSFER_OFFERED', 'TRANSFER_DECLINED', 'TRANSFER_EXPIRED']
  await client.query(`
    INSERT INTO "Account" (id, name) VALUES ('${ID}', 'A');
    INSERT INTO "Channel" (id, "accountId", kind, name, "publicId", "secretHash", "secretEncrypted", "serverUrl")
      VALUES ('${ID}', '${ID}', 'CHAT_API', 'C', 'c', '', '', 'http://127.0.0.1/');
    INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId")
      VALUES ('${ID}', '${ID}', '${ID}', 1, 'v', '"v"');
    INSERT INTO "Chat" (id, "accountId", "channelId", "visitorId", status)
      VALUES ('${ID}', '${ID}', '${ID}', '${ID}', 'QUEUED')`)
  for (const [n, kind] of kinds.entries()) {
    await client.query(
      `INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, notice)
       VALUES (gen_random_uuid(), $1, $1, $2, 'SYSTEM', 'NOTICE', $3)`,
      [ID, n + 1, { kind, actorId: ID }],
    )
  }
  await migrate(url, paths.migrations)
  const { rows } = await client.query('SELECT notice FROM "Message" ORDER BY seq')
  expect(rows.map(({ notice }) => notice)).toEqual(
    ['TRANSFER_OFFERED', 'INVITATION_DECLINED', 'INVITATION_EXPIRED'].map((kind) => ({ kind, actorId: ID })),
  )
})

/** An account, a channel and a visitor. */
/** With a channel as it is before its settings have a table of their own. */
const ONE_VISITOR = `
  INSERT INTO "Account" (id, name) VALUES ('${ID}', 'A');
  INSERT INTO "Channel" (id, "accountId", kind, name, "publicId", "secretHash", "secretEncrypted", "serverUrl")
    VALUES ('${ID}', '${ID}', 'CHAT_API', 'C', 'c', '', '', 'http://127.0.0.1/');
  INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", name, phone)
    VALUES ('${ID}', '${ID}', '${ID}', 1, 'V', '"V"', 'Jörg', '+49')`
const ONE_VISITOR_LATER = ONE_VISITOR.replace(', "secretHash", "secretEncrypted", "serverUrl"', '').replace(
  ", '', '', 'http://127.0.0.1/'",
  '',
)
const SEARCH_MIGRATION = '20261123010000_visitor_search'
const INDEX = 'Visitor_accountId_search_idx'

test('visitors who were there before the search are found by it, and a new page leaves its index alone', async () => {
  const { url, client } = await openBefore(SEARCH_MIGRATION)
  await client.query(ONE_VISITOR)
  await migrate(url, paths.migrations)
  const { rows } = await client.query(
    'SELECT search, to_regclass($1) IS NOT NULL AS indexed FROM "Visitor"',
    [`"${INDEX}"`],
  )
  expect(rows).toEqual([{ search: 'jörg\n\n+49\nv', indexed: true }])
  /** Whether the row's new version is one that no index has to learn of. */
  const leavesIndexes = async (change: string) => {
    const count = `SELECT pg_stat_get_xact_tuples_hot_updated('"Visitor"'::regclass)::int AS hot`
    await client.query('BEGIN')
    const before = await client.query(count)
    await client.query(`UPDATE "Visitor" SET ${change}`)
    const after = await client.query(count)
    await client.query('ROLLBACK')
    return after.rows[0].hot > before.rows[0].hot
  }
  expect(await leavesIndexes(`"pageUrl" = 'https://shop.test/', "updatedAt" = now()`)).toBe(true)
  expect(await leavesIndexes(`name = 'Jürgen'`)).toBe(false)
})

test('whoever may not create extensions gets the search without its index, and is told', async () => {
  const database = await openEmpty()
  const { pathname } = new URL(database.url)
  const url = await createGuest(database, (name) => `ALTER DATABASE ${pathname.slice(1)} OWNER TO ${name}`)
  await migrateBefore(SEARCH_MIGRATION, url)
  await database.client.query(`ALTER DATABASE ${pathname.slice(1)} OWNER TO CURRENT_USER`)
  const said: string[] = []
  // Later migrations need the owner again.
  await migrateBefore(`${SEARCH_MIGRATION}~`, url, { say: (text) => said.push(text) })
  expect(said).toEqual([expect.stringMatching(/^Migration 20261123010000_visitor_search: .*pg_trgm/)])
  await database.client.query(ONE_VISITOR)
  const { rows } = await database.client.query('SELECT search, to_regclass($1) AS index FROM "Visitor"', [
    `"${INDEX}"`,
  ])
  expect(rows).toEqual([{ search: 'jörg\n\n+49\nv', index: null }])
})

test('an owner of the database who is no superuser gets the index', async () => {
  const database = await openEmpty()
  const { pathname } = new URL(database.url)
  const url = await createGuest(database, (name) => `ALTER DATABASE ${pathname.slice(1)} OWNER TO ${name}`)
  const said: string[] = []
  await migrate(url, paths.migrations, { say: (text) => said.push(text) })
  expect(said).toEqual([])
  const { rows } = await database.client.query('SELECT to_regclass($1) IS NOT NULL AS indexed', [
    `"${INDEX}"`,
  ])
  expect(rows).toEqual([{ indexed: true }])
})

test('a chat channel keeps its address and how it is delivered to when its settings move', async () => {
  const { url, client } = await openBefore('20261124300100_chat_api_settings')
  await client.query(`
    INSERT INTO "Account" (id, name) VALUES ('${ID}', 'A');
    INSERT INTO "Channel" (id, "accountId", kind, name, "publicId", "secretHash", "secretEncrypted", "serverUrl",
                           chunked, "acceptsAny2xx", "deletedAt")
      VALUES ('${ID}', '${ID}', 'CHAT_API', 'C', 'c', '\\x01', '\\x02', 'http://127.0.0.1/', true, true, now())`)
  await migrate(url, paths.migrations)
  const { rows } = await client.query('SELECT * FROM "ChatApiSettings"')
  expect(rows).toEqual([
    {
      channelId: ID,
      secretHash: Buffer.from([1]),
      secretEncrypted: Buffer.from([2]),
      serverUrl: 'http://127.0.0.1/',
      chunked: true,
      acceptsAny2xx: true,
    },
  ])
})

test('chats that were closed before there was an archive are in it, and the sweep makes them searchable', async () => {
  const { url, client } = await openBefore('20261125000000_archive')
  await client.query(`${ONE_VISITOR_LATER};
    INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "lastSeq", "closedAt")
      VALUES ('${ID}', 1, '${ID}', '${ID}', '${ID}', 'CLOSED', 1, '2026-01-01Z');
    INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text)
      VALUES ('${ID}', '${ID}', '${ID}', 1, 'OPERATOR', 'TEXT', 'Refund')`)
  await migrate(url, paths.migrations)
  const { rows } = await client.query('SELECT outcome, stale, "closedAt" FROM "ArchivedChat"')
  expect(rows).toEqual([{ outcome: 'ANSWERED', stale: true, closedAt: new Date('2026-01-01Z') }])
  await client.query(`SELECT archive_chats(ARRAY['${ID}'::uuid], true)`)
  const found = await client.query(
    `SELECT stale FROM "ArchivedChat" WHERE document @@ 'refu:* & jörg'::tsquery`,
  )
  expect(found.rows).toEqual([{ stale: false }])
})

test('chats and departments keep their numbers, and each account goes on from its highest', async () => {
  const { url, client } = await openBefore('20261124400000_numbers_within_account')
  await client.query(ONE_VISITOR_LATER)
  await client.query(`
    INSERT INTO "Account" (id, name) VALUES (gen_random_uuid(), 'B');
    INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status) VALUES
      (gen_random_uuid(), 3, '${ID}', '${ID}', '${ID}', 'CLOSED'), (gen_random_uuid(), 7, '${ID}', '${ID}', '${ID}', 'QUEUED');
    INSERT INTO "Department" (id, number, "accountId", name) VALUES (gen_random_uuid(), 5, '${ID}', 'D')`)
  await migrate(url, paths.migrations)
  const accounts = await client.query(
    'SELECT name, "lastChatNumber" AS chat, "lastDepartmentNumber" AS department FROM "Account" ORDER BY name',
  )
  expect(accounts.rows).toEqual([
    { name: 'A', chat: 7, department: 5 },
    { name: 'B', chat: 0, department: 0 },
  ])
  const { rows } = await client.query('SELECT number FROM "Chat" ORDER BY number')
  expect(rows.map(({ number }) => number)).toEqual([3, 7])
})

test('what was to leave and what has left keeps its id, its place and its log in the outbox', async () => {
  const { url, client } = await openBefore('20261124010000_outbox')
  const id = () => randomUUID()
  const [message, delivery, bot, sent, received] = [id(), id(), id(), id(), id()]
  const log = {
    startedAt: '2026-11-01T10:00:00.000Z',
    durationMs: 12,
    status: null,
    detail: 'lost',
    answerLost: true,
  }
  await client.query(`${ONE_VISITOR};
    INSERT INTO "Chat" (id, "accountId", "channelId", "visitorId", status) VALUES ('${ID}', '${ID}', '${ID}', '${ID}', 'BOT');
    INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text)
      VALUES ('${message}', '${ID}', '${ID}', 1, 'OPERATOR', 'TEXT', 'Hi');
    INSERT INTO "Delivery" (id, "accountId", "channelId", "chatId", "messageId", lane, attempts)
      VALUES ('${delivery}', '${ID}', '${ID}', '${ID}', '${message}', '${ID}', 1);
    INSERT INTO "DeliveryAttempt" (id, "deliveryId", "startedAt", "durationMs", status, "errorCode", detail)
      VALUES ('${id()}', '${delivery}', now(), 7, 500, 'client_error', 'no');
    INSERT INTO "BotProvider" (id, "accountId", name, "publicId", "endpointUrl") VALUES ('${bot}', '${ID}', 'P', 'p', 'http://127.0.0.1/');
    INSERT INTO "Bot" (id, "accountId", "providerId", name, "tokenHash", "tokenEncrypted")
      VALUES ('${bot}', '${ID}', '${bot}', 'B', '', '');
    INSERT INTO "BotEvent" (id, "accountId", "botId", "chatId", direction, kind, payload, state, attempts, log)
      VALUES ('${sent}', '${ID}', '${bot}', '${ID}', 'OUT', 'CLIENT_MESSAGE', '{}', 'SENT', 1, '${JSON.stringify([log])}');
    INSERT INTO "BotEvent" (id, "accountId", "botId", "chatId", direction, kind, body, state)
      VALUES ('${received}', '${ID}', '${bot}', '${ID}', 'IN', 'BOT_MESSAGE', '{"a": 1}', 'RECEIVED')`)
  await migrate(url, paths.migrations)
  const items = await client.query(`
    SELECT i.id, kind, lane, state, event, payload, attempts, detail, "answerLost"
    FROM "OutboxItem" i JOIN "OutboxAttempt" a ON a."itemId" = i.id ORDER BY position`)
  const each = { attempts: 1 }
  expect(items.rows).toMatchObject([
    {
      ...each,
      id: delivery,
      kind: 'CLIENT_REPLY',
      lane: `CLIENT_REPLY:${ID}`,
      state: 'PENDING',
      detail: 'no',
    },
    {
      ...each,
      id: sent,
      lane: `BOT_EVENT:${ID}`,
      state: 'SENT',
      event: 'CLIENT_MESSAGE',
      payload: '{}',
      answerLost: true,
    },
  ])
  const events = await client.query('SELECT id, direction, kind, state FROM "BotEvent" ORDER BY position')
  expect(events.rows).toEqual([
    { id: sent, direction: 'OUT', kind: 'CLIENT_MESSAGE', state: 'SENT' },
    { id: received, direction: 'IN', kind: 'BOT_MESSAGE', state: 'RECEIVED' },
  ])
})

test('what was stored under the names of the contract is under our own, and the rest is not written', async () => {
  const { url, client } = await openBefore('20261129600000_stored_names')
  await client.query(`${ONE_VISITOR_LATER};
    INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "lastSeq", "closedAt")
      VALUES ('${ID}', 1, '${ID}', '${ID}', '${ID}', 'CLOSED', 4, '2026-01-01Z');
    INSERT INTO "Visit" ("visitorId", "accountId", "channelId", title, geo, "startedAt", "lastSeenAt")
      VALUES ('${ID}', '${ID}', '${ID}', '', '{"country_code": "DE", "region_code": "", "city": "Berlin"}', now(), now());
    INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, media, rich) VALUES
      (gen_random_uuid(), '${ID}', '${ID}', 1, 'VISITOR', 'PHOTO', '{"file": "f", "file_name": "n", "file_size": 3}', NULL),
      (gen_random_uuid(), '${ID}', '${ID}', 2, 'VISITOR', 'PHOTO', '{"file": "f", "file_size": 3}', NULL),
      (gen_random_uuid(), '${ID}', '${ID}', 3, 'VISITOR', 'LOCATION', '{"latitude": 1, "longitude": 2}', NULL),
      (gen_random_uuid(), '${ID}', '${ID}', 4, 'VISITOR', 'TEXT', NULL, '{"button_id": "b"}'),
      (gen_random_uuid(), '${ID}', '${ID}', 5, 'BOT', 'BUTTONS', NULL, '{"title": "button_id", "buttons": []}')`)
  const versions = async () => {
    const { rows } = await client.query('SELECT xmin::text FROM "Message" ORDER BY seq')
    return rows.map(({ xmin }) => xmin)
  }
  const before = await versions()
  await migrate(url, paths.migrations)
  const { rows } = await client.query('SELECT media, rich FROM "Message" ORDER BY seq')
  expect(rows).toEqual([
    { media: { file: 'f', fileName: 'n', fileSize: 3 }, rich: null },
    { media: { file: 'f', fileSize: 3 }, rich: null },
    { media: { latitude: 1, longitude: 2 }, rich: null },
    { media: null, rich: { buttonId: 'b' } },
    { media: null, rich: { title: 'button_id', buttons: [] } },
  ])
  const after = await versions()
  expect(before.map((version, index) => version !== after[index])).toEqual([true, true, false, true, false])
  const visit = await client.query('SELECT geo FROM "Visit"')
  expect(visit.rows).toEqual([{ geo: { countryCode: 'DE', regionCode: '', city: 'Berlin' } }])
})

test('closed chats keep their place in the list, and chats that an earlier version closes get theirs', async () => {
  const { url, client } = await openBefore('20261205000000_closed_activity_by_trigger')
  const closed = ID
  const open = '01a1fcd9-a069-74c9-b672-467b4fcee0f0'
  await client.query(`
    INSERT INTO "Account" (id, number, name) VALUES ('${ID}', 1, 'A');
    INSERT INTO "Channel" (id, "accountId", kind, name, "publicId") VALUES ('${ID}', '${ID}', 'CHAT_API', 'C', 'c');
    INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId")
      VALUES ('${ID}', '${ID}', '${ID}', 1, 'v', '"v"');
    INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "lastActivityAt", "closedAt")
      VALUES ('${closed}', 1, '${ID}', '${ID}', '${ID}', 'CLOSED', '2026-01-01T00:00:00Z', now()),
             ('${open}', 2, '${ID}', '${ID}', '${ID}', 'ACTIVE', '2026-02-02T00:00:00Z', NULL)`)
  await migrate(url, paths.migrations)
  await client.query(`UPDATE "Chat" SET status = 'CLOSED', "closedAt" = now() WHERE id = '${open}'`)
  const { rows } = await client.query('SELECT "closedActivityAt" AS at FROM "Chat" ORDER BY number')
  expect(rows).toEqual([{ at: new Date('2026-01-01') }, { at: new Date('2026-02-02') }])
})
