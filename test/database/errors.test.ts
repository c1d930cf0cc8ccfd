import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDb, createPool, type Db, type Pool } from '../../server/database/client.ts'
import {
  isAbsent,
  isBlocked,
  isConflict,
  isDatabaseAway,
  isRolledBack,
  isStarting,
  isTaken,
} from '../../server/database/errors.ts'
import { queryDirect } from '../../server/database/query-direct.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { describeStoreFailure } from '../../server/stores/describe-store-failure.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

const questions = { isAbsent, isBlocked, isConflict, isDatabaseAway, isRolledBack, isStarting, isTaken }

/** The questions that are answered with yes. */
function meaningOf(error: unknown): string[] {
  return Object.entries(questions)
    .filter(([, ask]) => ask(error))
    .map(([name]) => name)
}

/** What PostgreSQL may say, and what it means whichever way the statement took. */
const MEANINGS: [code: string, what: string, meaning: string[]][] = [
  ['23505', 'a unique value is taken', ['isConflict', 'isRolledBack', 'isTaken']],
  ['40001', 'a transaction cannot be serialized', ['isBlocked', 'isConflict', 'isRolledBack']],
  ['40P01', 'a deadlock was broken', ['isBlocked', 'isConflict', 'isRolledBack']],
  ['23503', 'a foreign key is broken', ['isRolledBack']],
  ['23502', 'a value is missing', ['isRolledBack']],
  ['22001', 'a text is too long', ['isRolledBack']],
  ['22021', 'a character cannot be stored', ['isRolledBack']],
  ['22P02', 'a value is no uuid', ['isRolledBack']],
  ['55P03', 'a lock was not given in time', ['isBlocked']],
  ['57P03', 'the server is starting', ['isDatabaseAway', 'isStarting']],
  ['57P01', 'the server is stopping', ['isDatabaseAway']],
  ['08006', 'the connection is lost', ['isDatabaseAway']],
  ['53300', 'no connection is left', ['isDatabaseAway']],
  ['53100', 'the disk is full', ['isDatabaseAway']],
  ['42P01', 'there is no such table', []],
  ['P0001', 'a function refuses', []],
]

let database: TestDatabase
let pool: Pool
let db: Db
beforeAll(async () => {
  database = await createDatabase()
  pool = createPool(database.url, 2)
  db = createDb(pool)
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = NEW.name; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON "Account" FOR EACH ROW WHEN (NEW.name ~ '^[0-9P]') EXECUTE FUNCTION refuse();
    CREATE FUNCTION refuse_late() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = substr(NEW.name, 6); END $$;
    CREATE CONSTRAINT TRIGGER refuse_late AFTER INSERT ON "Account" DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.name ~ '^late ') EXECUTE FUNCTION refuse_late()`)
})
afterAll(async () => {
  await db.$disconnect()
  await database.drop()
})

const insert = (name: string) =>
  Prisma.sql`INSERT INTO "Account" (id, name) VALUES (${randomUUID()}::uuid, ${name})`

describe.each(MEANINGS)('%s, %s', (code, _what, meaning) => {
  test.each([
    ['a statement of our own', () => pool.query(insert(code))],
    ['a raw statement of Prisma', () => db.$executeRaw(insert(code))],
    ['a query of Prisma', () => db.account.create({ data: { name: code } })],
    [
      'the commit of a transaction of Prisma',
      () => db.$transaction((tx) => tx.account.create({ data: { name: `late ${code}` } })),
    ],
  ])('means the same of %s', async (_way, write) => {
    const error = await Promise.resolve(write()).catch((error) => error)
    expect(error).toBeInstanceOf(Error)
    expect(meaningOf(error)).toEqual(meaning)
  })
})

test('a start or a command that PostgreSQL has no room for says where to make room', async () => {
  const error = await pool.query(insert('53100')).catch((error) => error)
  expect(describeStoreFailure(error)).toBe(
    'The disk of PostgreSQL is full (refused). Make room there, and try again.',
  )
})

test('a row that is not there is absent, and nothing else', async () => {
  const error = await db.account.delete({ where: { id: randomUUID() } }).catch((error) => error)
  expect(meaningOf(error)).toEqual(['isAbsent'])
})

describe('a connection that the server ends in mid-query', () => {
  let other: Client
  beforeAll(async () => {
    other = await connectPostgres(database.url)
  })
  afterAll(() => other.end())

  const END = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`
  const HANG = Prisma.sql`SELECT pg_sleep(60)`

  test.each([
    ['a statement of our own', () => pool.query(HANG)],
    ['a raw statement of Prisma', () => db.$queryRaw(HANG)],
  ])('counts as a database that is away, of %s', async (_way, hang) => {
    const failed = Promise.resolve(hang()).catch((error) => error)
    await expect
      .poll(async () => {
        const { rows } = await other.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
        )
        return rows.length
      })
      .toBe(1)
    await other.query(END)
    expect(meaningOf(await failed)).toEqual(['isDatabaseAway'])
  })
})

test('a connection that is lost during a commit counts as a database that is away', async () => {
  await pool.query(`
    CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
    CREATE CONSTRAINT TRIGGER leave AFTER INSERT ON "Account" DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.name = 'leave') EXECUTE FUNCTION leave()`)
  const error = await db
    .$transaction((tx) => tx.account.create({ data: { name: 'leave' } }))
    .catch((error) => error)
  expect(meaningOf(error)).toEqual(['isDatabaseAway'])
})

test('a server that cannot be reached is away, whichever way it is asked', async () => {
  const nobody = createPool('postgresql://127.0.0.1:1/none', 1)
  const client = createDb(nobody)
  const errors = await Promise.all([
    client.account.count().catch((error) => error),
    client.$queryRaw`SELECT 1`.catch((error) => error),
    client.$transaction((tx) => tx.account.count()).catch((error) => error),
  ])
  for (const error of errors) expect(meaningOf(error)).toEqual(['isDatabaseAway'])
  // What `pg` itself throws is an error of the network, which need not be PostgreSQL's.
  await expect(queryDirect(nobody, Prisma.sql`SELECT 1`)).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  await client.$disconnect()
})

test.each([new Error('an error of ours'), new TypeError('undefined is not a function'), 'a text', undefined])(
  '%s means nothing of the database',
  (error) => {
    expect(meaningOf(error)).toEqual([])
  },
)
