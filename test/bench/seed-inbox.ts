import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'

const MESSAGES_OF_CHAT = 10
/** So many chats are open, however many there are: with a bot, waiting and with an operator in turn. */
const OPEN_CHATS = 5_000
/** So many visitors are written at a time. */
const BATCH = 100_000
/** How many of the open chats the operators of the account are in. */
const MINE = 50

export const FIRST_NAMES = [
  ...[
    'Anna',
    'Bernd',
    'Clara',
    'David',
    'Elif',
    'Frank',
    'Greta',
    'Hannes',
    'Ines',
    'Jörg',
    'Katja',
    'Lukas',
  ],
  ...[
    'Maria',
    'Nikos',
    'Olga',
    'Paula',
    'Quentin',
    'Rosa',
    'Stefan',
    'Tarek',
    'Ursula',
    'Viktor',
    'Wanda',
    'Yusuf',
  ],
]
export const LAST_NAMES = [
  ...[
    'Müller',
    'Schmidt',
    'Schneider',
    'Fischer',
    'Weber',
    'Meyer',
    'Wagner',
    'Becker',
    'Schulz',
    'Hoffmann',
  ],
  ...['Yılmaz', 'Kaya', 'Novak', 'Kowalski', 'Rossi', 'Silva', 'García', 'Dubois', 'Jansen', 'Andersson'],
  ...[
    'Papadopoulos',
    'Ivanova',
    'Nguyen',
    'Chen',
    'Okafor',
    'Haddad',
    'Cohen',
    'Singh',
    'Tanaka',
    'Lindqvist',
  ],
  ...['Brandt', 'Krause', 'Vogel', 'Winter', 'Sommer', 'Engel', 'Berger'],
]

/** The visitor whose number is `n`, as `seedInbox` writes them. */
export const emailOf = (n: number) => `visitor.${n * 7919}@mail${n % 13}.example.com`
export const phoneOf = (n: number) => `+49${15_000_000_000 + n * 104_729}`
/** Part of a name that one visitor has. */
export const uniqueNameOf = (n: number) => `van ${(n * 7919).toString(16)}`

/** In every fortieth chat each; the first two messages in a hundred chats also ask for a rarer thing. */
export const TOPICS = [
  ...[
    'delivery',
    'invoice',
    'refund',
    'warranty',
    'colour',
    'discount',
    'voucher',
    'parcel',
    'password',
    'account',
  ],
  ...[
    'address',
    'payment',
    'courier',
    'receipt',
    'battery',
    'charger',
    'manual',
    'repair',
    'exchange',
    'size',
  ],
  ...[
    'Lieferung',
    'Rechnung',
    'Gutschein',
    'Garantie',
    'Adresse',
    'Passwort',
    'Zahlung',
    'Rückgabe',
    'Größe',
    'Farbe',
  ],
  ...['заказ', 'доставка', 'возврат', 'скидка', 'адрес', 'оплата', 'гарантия', 'размер', 'цвет', 'пароль'],
]
/** The order that the visitor whose number is `n` asks about. */
export const orderOf = (n: number) => `AB${n * 7919}`

/** Writes so many visitors with a chat of ten messages each into the account of the demo channel, unless it has them. */
export async function seedInbox(databaseUrl: string, visitors: number): Promise<void> {
  const client = await connectPostgres(databaseUrl)
  try {
    await writeChats(client, visitors)
    await client.query(MEMBERS)
    await client.query('VACUUM ANALYZE "ChatMember"')
  } finally {
    await client.end()
  }
}

async function writeChats(client: Client, visitors: number): Promise<void> {
  const { rows } = await client.query<{ isSeeded: boolean }>(IS_SEEDED, [visitors])
  if (rows[0]?.isSeeded) return
  // Foreign keys are right by construction; to check each takes longer than all the rest. Triggers are off as well.
  await client.query("SET session_replication_role = 'replica'; SET synchronous_commit = 'off'")
  await client.query(DEPARTMENTS)
  // The oldest have the highest numbers.
  for (let last = visitors; last > 0; last -= BATCH) {
    const first = Math.max(0, last - BATCH) + 1
    const range = [first, last]
    await client.query(VISITORS, [...range, FIRST_NAMES, LAST_NAMES])
    await client.query(CHAT_ROWS, [...range, Math.ceil(visitors / OPEN_CHATS)])
    await client.query(MESSAGES, [...range, TOPICS])
    await client.query(ANSWERED_BY, range)
    await client.query(ARCHIVED, range)
    if (visitors > BATCH) console.error(`${visitors - first + 1} of ${visitors} chats are written.`)
  }
  await client.query('VACUUM ANALYZE')
  await client.query(NUMBERS)
  await client.query("SET session_replication_role = 'origin'")
}

/** Resolves when the server's sweeps have made what the open chats are found by, some hundred at a time. */
export async function untilOpenChatsAreFound(databaseUrl: string): Promise<void> {
  const client = await connectPostgres(databaseUrl)
  try {
    while ((await client.query(WITHOUT_WORDS)).rows.length > 0) await setTimeout(1_000)
    await client.query('VACUUM ANALYZE "OpenChatWords"')
  } finally {
    await client.end()
  }
}

const WITHOUT_WORDS = `
  SELECT FROM "Chat" c WHERE status <> 'CLOSED'
    AND NOT EXISTS (SELECT FROM "OpenChatWords" WHERE "chatId" = c.id AND seq >= c."lastSeq")
  LIMIT 1`

const IS_SEEDED = `SELECT max("lastVisitorNumber") >= 1000 + $1::int AS "isSeeded" FROM "Account"`

const VISITORS = `
  INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", name, email, phone)
  SELECT uuidv7(), c."accountId", c.id, 1000 + n, 'seeded-' || n, to_jsonb('seeded-' || n),
         ($3::text[])[1 + n % cardinality($3::text[])] || ' ' || ($4::text[])[1 + n % cardinality($4::text[])]
           || ' van ' || to_hex(n::bigint * 7919),
         'visitor.' || n::bigint * 7919 || '@mail' || n % 13 || '.example.com',
         '+49' || 15000000000 + n * 104729::bigint
  FROM (SELECT * FROM "Channel" WHERE kind = 'CHAT_API' LIMIT 1) AS c, generate_series($1::int, $2::int) AS n`

/** Departments: a large one, and one that hardly any chat was handed to. */
const CHAT_ROWS = `
  INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "lastSeq", "lastVisitorSeq", preview,
                      "createdAt", "lastActivityAt", "queuedAt", "closedAt", "closedActivityAt", rating, "departmentId")
  SELECT uuidv7(), v.number, v."accountId", v."channelId", v.id, kind::"ChatStatus",
         ${MESSAGES_OF_CHAT}, ${MESSAGES_OF_CHAT}, 'Is the blue one still in stock?', at, at, at,
         CASE kind WHEN 'CLOSED' THEN at + interval '10 minutes' END, CASE kind WHEN 'CLOSED' THEN at END,
         CASE WHEN kind <> 'CLOSED' THEN NULL WHEN number % 50 = 3 THEN 'NEGATIVE'::"ChatRating"
              WHEN number % 7 = 3 THEN 'POSITIVE' END,
         CASE WHEN kind <> 'CLOSED' THEN NULL WHEN number % 2000 = 2 THEN press.id
              WHEN number % 5 = 1 THEN sales.id END
  FROM (SELECT *, number - 1000 AS n FROM "Visitor" WHERE number BETWEEN 1000 + $1::int AND 1000 + $2::int) AS v,
       LATERAL (SELECT now() - v.n * interval '1 minute' AS at,
                       CASE WHEN n % $3::int > 0 THEN 'CLOSED'
                            ELSE ('{BOT,QUEUED,ACTIVE}'::text[])[1 + n / $3::int % 3] END AS kind) AS derived,
       (SELECT id FROM "Department" WHERE name = 'Bench sales') AS sales,
       (SELECT id FROM "Department" WHERE name = 'Bench press') AS press
  ORDER BY n DESC`

const MESSAGES = `
  INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text, "createdAt")
  SELECT uuidv7(), c."accountId", c.id, seq,
         (CASE WHEN n % 10 > 0 AND seq % 2 = 0 THEN 'OPERATOR' ELSE 'VISITOR' END)::"MessageAuthor", 'TEXT',
         CASE seq WHEN 3 THEN 'It is about order AB' || n::bigint * 7919 || ', placed last week'
                  WHEN 5 THEN 'My question concerns ' || ($3::text[])[1 + n % cardinality($3::text[])]
                  WHEN 7 THEN 'Ticket group ' || n / 100
                  ELSE 'Message ' || seq || ': is the blue one still in stock?' END,
         c."createdAt"
  FROM (SELECT *, number - 1000 AS n FROM "Chat" WHERE number BETWEEN 1000 + $1::int AND 1000 + $2::int) AS c,
       generate_series(1, ${MESSAGES_OF_CHAT}) AS seq
  ORDER BY c.number DESC, seq`

const DEPARTMENTS = `
  INSERT INTO "Department" (id, "accountId", number, name)
  SELECT uuidv7(), c."accountId", 1000 + d.place, d.name
  FROM (SELECT * FROM "Channel" WHERE kind = 'CHAT_API' LIMIT 1) AS c,
       unnest('{Bench sales,Bench press}'::text[]) WITH ORDINALITY AS d(name, place)`

const ANSWERED_BY = `
  INSERT INTO "ChatMember" ("chatId", "userId", "leftAt")
  SELECT c.id, u.id, now()
  FROM "Chat" c, "User" u
  WHERE c.number BETWEEN 1000 + $1::int AND 1000 + $2::int AND c.status = 'CLOSED' AND (c.number - 1000) % 10 > 0
    AND u.role = 'OPERATOR'`

const ARCHIVED = `
  SELECT archive_chats(ARRAY(
    SELECT id FROM "Chat" WHERE number BETWEEN 1000 + $1::int AND 1000 + $2::int AND status = 'CLOSED'
  ), true)`

const NUMBERS = `
  UPDATE "Account" SET "lastVisitorNumber" = n, "lastChatNumber" = n
  FROM (SELECT "accountId", max(number) AS n FROM "Visitor" GROUP BY "accountId") AS last
  WHERE id = "accountId"`

const MEMBERS = `
  INSERT INTO "ChatMember" ("chatId", "userId")
  SELECT c.id, u.id
  FROM "User" u, (SELECT * FROM "Chat" WHERE status = 'ACTIVE' ORDER BY number LIMIT ${MINE}) AS c
  WHERE u.role = 'OPERATOR'
  ON CONFLICT DO NOTHING`
