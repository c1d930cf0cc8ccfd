import { setTimeout } from 'node:timers/promises'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'

export const CHATS = 100_000
const MESSAGES_OF_CHAT = 10
/** Every twentieth chat is open: with a bot, waiting and with an operator in turn. */
const OPEN_SHARE = 20
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

/** Writes 100,000 visitors with a chat of ten messages each into the account of the demo channel. */
export async function seedInbox(databaseUrl: string): Promise<void> {
  const client = await connectPostgres(databaseUrl)
  try {
    // Foreign keys are right by construction; to check each takes longer than all the rest.
    await client.query("SET session_replication_role = 'replica'; SET synchronous_commit = 'off'")
    await client.query(VISITORS, [FIRST_NAMES, LAST_NAMES])
    await client.query(CHAT_ROWS)
    await client.query(MESSAGES, [TOPICS])
    await client.query(MEMBERS)
    await client.query(DEPARTMENTS)
    await client.query(ENDINGS)
    await client.query(ANSWERED_BY)
    // Triggers are off as well.
    await client.query(`SELECT archive_chats(ARRAY(SELECT id FROM "Chat" WHERE status = 'CLOSED'), true)`)
    await client.query(NUMBERS)
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
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

const VISITORS = `
  INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", name, email, phone)
  SELECT uuidv7(), c."accountId", c.id, 1000 + n, 'seeded-' || n, to_jsonb('seeded-' || n),
         ($1::text[])[1 + n % cardinality($1::text[])] || ' ' || ($2::text[])[1 + n % cardinality($2::text[])]
           || ' van ' || to_hex(n * 7919),
         'visitor.' || n * 7919 || '@mail' || n % 13 || '.example.com',
         '+49' || 15000000000 + n * 104729::bigint
  FROM (SELECT * FROM "Channel" WHERE kind = 'CHAT_API' LIMIT 1) AS c, generate_series(1, ${CHATS}) AS n`

const CHAT_ROWS = `
  INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "lastSeq", "lastVisitorSeq", preview,
                      "createdAt", "lastActivityAt", "queuedAt")
  SELECT uuidv7(), v.number, v."accountId", v."channelId", v.id,
         (CASE WHEN n % ${OPEN_SHARE} > 0 THEN 'CLOSED'
               ELSE ('{BOT,QUEUED,ACTIVE}'::text[])[1 + n / ${OPEN_SHARE} % 3] END)::"ChatStatus",
         ${MESSAGES_OF_CHAT}, ${MESSAGES_OF_CHAT}, 'Is the blue one still in stock?', at, at, at
  FROM (SELECT *, substr(key, 8)::int AS n FROM "Visitor" WHERE key LIKE 'seeded-%') AS v,
       LATERAL (SELECT now() - v.n * interval '1 minute' AS at) AS times
  ORDER BY n DESC`

const MESSAGES = `
  INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text, "createdAt")
  SELECT uuidv7(), c."accountId", c.id, seq,
         (CASE WHEN n % 10 > 0 AND seq % 2 = 0 THEN 'OPERATOR' ELSE 'VISITOR' END)::"MessageAuthor", 'TEXT',
         CASE seq WHEN 3 THEN 'It is about order AB' || n * 7919 || ', placed last week'
                  WHEN 5 THEN 'My question concerns ' || ($1::text[])[1 + n % cardinality($1::text[])]
                  WHEN 7 THEN 'Ticket group ' || n / 100
                  ELSE 'Message ' || seq || ': is the blue one still in stock?' END,
         c."createdAt"
  FROM "Chat" c JOIN (SELECT id, substr(key, 8)::int AS n FROM "Visitor" WHERE key LIKE 'seeded-%') AS v
         ON v.id = c."visitorId",
       generate_series(1, ${MESSAGES_OF_CHAT}) AS seq
  ORDER BY c.number, seq`

/** A large one, and one that hardly any chat was handed to. */
const DEPARTMENTS = `
  WITH department AS (
    INSERT INTO "Department" (id, "accountId", number, name)
    SELECT uuidv7(), c."accountId", 1000 + d.place, d.name
    FROM (SELECT * FROM "Channel" WHERE kind = 'CHAT_API' LIMIT 1) AS c,
         unnest('{Bench sales,Bench press}'::text[]) WITH ORDINALITY AS d(name, place)
    RETURNING id, name
  )
  UPDATE "Chat" SET "departmentId" = department.id
  FROM department
  WHERE status = 'CLOSED' AND CASE department.name WHEN 'Bench sales' THEN number % 5 = 1 ELSE number % 2000 = 2 END`

const ENDINGS = `
  UPDATE "Chat"
  SET "closedAt" = "lastActivityAt" + interval '10 minutes',
      rating = (CASE WHEN number % 50 = 3 THEN 'NEGATIVE' WHEN number % 7 = 3 THEN 'POSITIVE' END)::"ChatRating"
  WHERE status = 'CLOSED'`

const ANSWERED_BY = `
  INSERT INTO "ChatMember" ("chatId", "userId", "leftAt")
  SELECT DISTINCT m."chatId", u.id, now()
  FROM "Message" m JOIN "Chat" c ON c.id = m."chatId" AND c.status = 'CLOSED', "User" u
  WHERE m.author = 'OPERATOR' AND u.role = 'OPERATOR' AND m.seq = 2`

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
