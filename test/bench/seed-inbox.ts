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

/** Writes 100,000 visitors with a chat of ten messages each into the account of the demo channel. */
export async function seedInbox(databaseUrl: string): Promise<void> {
  const client = await connectPostgres(databaseUrl)
  try {
    // Foreign keys are right by construction; to check each takes longer than all the rest.
    await client.query("SET session_replication_role = 'replica'; SET synchronous_commit = 'off'")
    await client.query(VISITORS, [FIRST_NAMES, LAST_NAMES])
    await client.query(CHAT_ROWS)
    await client.query(MESSAGES)
    await client.query(MEMBERS)
    await client.query(NUMBERS)
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

const VISITORS = `
  INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", name, email, phone)
  SELECT uuidv7(), c."accountId", c.id, 1000 + n, 'seeded-' || n, to_jsonb('seeded-' || n),
         ($1::text[])[1 + n % cardinality($1::text[])] || ' ' || ($2::text[])[1 + n % cardinality($2::text[])]
           || ' van ' || to_hex(n * 7919),
         'visitor.' || n * 7919 || '@mail' || n % 13 || '.example.com',
         '+49' || 15000000000 + n * 104729::bigint
  FROM (SELECT * FROM "Channel" ORDER BY "createdAt" LIMIT 1) AS c, generate_series(1, ${CHATS}) AS n`

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
  SELECT uuidv7(), "accountId", id, seq, 'VISITOR', 'TEXT', 'Message ' || seq || ': is the blue one still in stock?',
         "createdAt"
  FROM "Chat", generate_series(1, ${MESSAGES_OF_CHAT}) AS seq
  WHERE preview = 'Is the blue one still in stock?'`

const NUMBERS = `
  UPDATE "Account" SET "lastVisitorNumber" = n, "lastChatNumber" = n
  FROM (SELECT "accountId", max(number) AS n FROM "Visitor" GROUP BY "accountId") AS last
  WHERE id = "accountId"`

const MEMBERS = `
  INSERT INTO "ChatMember" ("chatId", "userId")
  SELECT c.id, u.id
  FROM "User" u, (SELECT * FROM "Chat" WHERE status = 'ACTIVE' ORDER BY number LIMIT ${MINE}) AS c
  WHERE u.role = 'OPERATOR'`
