import type pg from 'pg'
import { createDb, createPool } from '../../server/database/client.ts'
import { keepReports } from '../../server/domain/reports/keep-reports.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'

const DAYS = 730
/** Each of them wrote fifty times. */
const VISITORS = 20_000

/**
 * Writes so many closed chats of two years, with what reports count them by, into the account of the demo channel: of
 * ten channels, eight departments, thirty operators, twenty tags, and five hundred pages. Then it sums
 * them up.
 */
export async function seedReports(databaseUrl: string, chats: number): Promise<void> {
  const client = await connectPostgres(databaseUrl)
  try {
    // Foreign keys are right by construction, and without triggers nothing is counted twice.
    await client.query("SET session_replication_role = 'replica'; SET synchronous_commit = 'off'")
    for (const statement of [PLACES, PEOPLE, past(chats)]) await client.query(statement)
    await withoutIndexes(client, async () => {
      for (const statement of [CHAT_ROWS, ARCHIVED, FACTS, CONTACTS]) await client.query(statement)
    })
    await client.query(DAYS_TO_SUM_UP)
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
  await sumUp(databaseUrl)
}

/** Indexes are made much sooner of all rows than row by row. */
async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    SELECT quote_ident(relname) AS name, pg_get_indexdef(oid) AS definition FROM pg_class JOIN pg_index ON indexrelid = oid
    WHERE indrelid IN ('"Chat"'::regclass, '"ArchivedChat"'::regclass, '"ChatFact"'::regclass) AND NOT indisunique`)
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  await work()
  await client.query("SET maintenance_work_mem = '256MB'")
  for (const { definition } of rows) await client.query(definition)
}

/** The server sums up as well: whoever holds the reports does. */
async function sumUp(databaseUrl: string): Promise<void> {
  const db = createDb(createPool(databaseUrl, 2))
  try {
    do await keepReports({ db }, 60_000)
    while ((await db.staleReportSpan.count({ where: { span: 'DAY' } })) > 0)
    await keepReports({ db }, 60_000)
    await db.$executeRaw`VACUUM ANALYZE "ReportRollup"`
  } finally {
    await db.$disconnect()
  }
}

const ACCOUNT = '(SELECT "accountId" FROM "Channel" WHERE kind = \'CHAT_API\' ORDER BY id LIMIT 1)'

const PLACES = `
  INSERT INTO "Channel" (id, "accountId", kind, name, "publicId")
  SELECT uuidv7(), ${ACCOUNT}, 'CHAT_API', 'Bench ' || n, 'bench-' || n FROM generate_series(1, 9) n;
  INSERT INTO "ChatApiSettings" ("channelId", "secretHash", "secretEncrypted", "serverUrl")
  SELECT id, decode(md5(id::text), 'hex'), '', 'http://127.0.0.1:9' FROM "Channel" WHERE "publicId" LIKE 'bench-%';
  INSERT INTO "Department" (id, "accountId", number, name)
  SELECT uuidv7(), ${ACCOUNT}, 1000 + n, 'Bench ' || n FROM generate_series(1, 8) n;
  INSERT INTO "Tag" (id, "accountId", name, key, color)
  SELECT uuidv7(), ${ACCOUNT}, 'Bench ' || n, 'bench ' || n, 'BLUE' FROM generate_series(1, 20) n`

/** Each operator is there for eight hours a day, with a break every other hour. */
const PEOPLE = `
  INSERT INTO "User" (id, "accountId", number, email, name, role, "passwordHash")
  SELECT uuidv7(), ${ACCOUNT}, 1000 + n, 'bench.' || n || '@example.com', 'Bench ' || n, 'OPERATOR', 'nobody knows it'
  FROM generate_series(1, 30) n;
  INSERT INTO "OperatorPresence" ("accountId", "userId", available, reason, "startedAt", "seenAt", "endedAt")
  SELECT u."accountId", u.id, part % 2 = 0, CASE WHEN part % 2 = 1 THEN 'Break' END, at, ended, ended
  FROM "User" u, generate_series(1, ${DAYS}) day, generate_series(0, 7) part,
    LATERAL (SELECT date_trunc('day', now()) - day * interval '1 day' + (8 + part) * interval '1 hour' AS at) begun,
    LATERAL (SELECT at + interval '1 hour' AS ended) times
  WHERE u.email LIKE 'bench.%'`

/** What is random about each chat is decided by its number, in steps that have no divisor in common. */
const past = (chats: number) => `
  CREATE UNLOGGED TABLE bench_past AS
  SELECT n, uuidv7() AS id, account.id AS "accountId",
    channels.ids[1 + n * 7 % 10] AS "channelId",
    CASE WHEN n % 5 > 0 THEN departments.ids[1 + n * 3 % 8] END AS "departmentId",
    CASE WHEN n % 6 > 0 THEN ARRAY[people.ids[1 + n * 11 % 30]] ELSE '{}' END AS "operatorIds",
    CASE WHEN n % 3 = 0 THEN ARRAY[tags.ids[1 + n * 13 % 20]] ELSE '{}' END AS "tagIds",
    (CASE WHEN n % 6 > 0 THEN 'ANSWERED' WHEN n % 12 = 0 THEN 'MISSED' ELSE 'BOT' END)::"ChatOutcome" AS outcome,
    (CASE WHEN n % 50 = 7 THEN 'NEGATIVE' WHEN n % 10 = 1 THEN 'POSITIVE' END)::"ChatRating" AS rating,
    now() - n * (interval '${DAYS} days' / ${chats}) AS "closedAt"
  FROM generate_series(1, ${chats}) n,
    (SELECT ${ACCOUNT} AS id) account,
    (SELECT array_agg(id ORDER BY id) AS ids FROM "Channel" WHERE kind = 'CHAT_API') channels,
    (SELECT array_agg(id ORDER BY id) AS ids FROM "Department" WHERE name LIKE 'Bench %') departments,
    (SELECT array_agg(id ORDER BY id) AS ids FROM "Tag" WHERE key LIKE 'bench %') tags,
    (SELECT array_agg(id ORDER BY id) AS ids FROM "User" WHERE email LIKE 'bench.%') people;
  CREATE UNLOGGED TABLE bench_visitor AS SELECT n, uuidv7() AS id FROM generate_series(0, ${VISITORS - 1}) n;
  INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId")
  SELECT id, ${ACCOUNT}, (SELECT id FROM "Channel" WHERE kind = 'CHAT_API' ORDER BY id LIMIT 1), 1000 + n, 'bench-' || n,
    to_jsonb('bench-' || n)
  FROM bench_visitor`

const CHAT_ROWS = `
  INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "departmentId", "tagIds", rating,
                      "ratingComment", "createdAt", "lastActivityAt", "closedAt")
  SELECT past.id, 1000 + past.n, "accountId", "channelId", v.id, 'CLOSED', "departmentId", "tagIds", rating,
    CASE WHEN past.n % 100 = 1 THEN 'It took a little long' END, "closedAt" - interval '10 minutes', "closedAt", "closedAt"
  FROM bench_past past JOIN bench_visitor v ON v.n = past.n % ${VISITORS}`

const ARCHIVED = `
  INSERT INTO "ArchivedChat" ("chatId", "accountId", "channelId", "visitorId", "departmentId", "operatorIds", "tagIds",
                              outcome, rating, "closedAt")
  SELECT past.id, "accountId", "channelId", v.id, "departmentId", "operatorIds", "tagIds", outcome, rating, "closedAt"
  FROM bench_past past JOIN bench_visitor v ON v.n = past.n % ${VISITORS}`

const FACTS = `
  INSERT INTO "ChatFact" ("chatId", "accountId", "channelId", "departmentId", "operatorIds", "tagIds", country, page,
    outcome, rating, "startedAt", "closedAt", "inHours", "replySeconds", "handlingSeconds", "chatsAtOnce", transfers,
    "firstReplyOnTime", "closedOnTime")
  SELECT id, "accountId", "channelId", "departmentId", "operatorIds", "tagIds",
    CASE WHEN n % 4 > 0 THEN chr(65 + n * 3 % 8) || chr(65 + n % 5) END, 'https://shop.example/' || n * 17 % 500,
    outcome, rating, "closedAt" - interval '10 minutes', "closedAt", n % 3 > 0,
    CASE WHEN outcome = 'ANSWERED' THEN ARRAY[n * 31 % 900, n * 37 % 300, n * 41 % 120, n * 43 % 60] ELSE '{}' END,
    CASE WHEN outcome = 'ANSWERED' THEN n * 47 % 3600 END, CASE WHEN outcome = 'ANSWERED' THEN 1 + n % 4 END,
    CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, n % 7 > 0, n % 9 > 0
  FROM bench_past`

/** One each for a hundred, fifty and twenty chats. */
const CONTACTS = `
  INSERT INTO "Call" (id, "accountId", "channelId", type, phone, state, gateway, outcome, "createdAt", "endedAt")
  SELECT uuidv7(), "accountId", "channelId", 'INCOMING', '+49' || n, 'END', 'OPERATOR_DIALS', 'ANSWERED', "closedAt", "closedAt"
  FROM bench_past WHERE n % 100 = 0;
  INSERT INTO "OfflineMessage" (id, "accountId", "channelId", text, "createdAt")
  SELECT uuidv7(), "accountId", "channelId", 'Please call me', "closedAt" FROM bench_past WHERE n % 50 = 0;
  INSERT INTO "VisitInvitation" (id, "accountId", "visitorId", "userId", text, state, "createdAt")
  SELECT uuidv7(), "accountId", v.id, "operatorIds"[1], 'Can I help?', 'ACCEPTED', "closedAt"
  FROM bench_past past JOIN bench_visitor v ON v.n = past.n % ${VISITORS} WHERE past.n % 20 = 1;
  INSERT INTO "TriggerDay" ("channelId", day, shown, answered)
  SELECT c.id, current_date - n, 900, 30 FROM "Channel" c, generate_series(0, ${DAYS}) n`

/** The facts are there, and are not to be written from the chats, in which nobody said anything. */
const DAYS_TO_SUM_UP = `
  DELETE FROM "ChatFactBackfill";
  INSERT INTO "ReportZone" ("accountId", "timeZone") SELECT ${ACCOUNT}, 'UTC' ON CONFLICT DO NOTHING;
  INSERT INTO "StaleReportSpan" ("accountId", span, start)
  SELECT ${ACCOUNT}, 'DAY', ("closedAt" AT TIME ZONE 'UTC')::date FROM bench_past GROUP BY 3`
