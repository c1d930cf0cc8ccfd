import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryEarly } from '../../server/database/query-early.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { until } from '../support/until.ts'

interface Row {
  id: number
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.services.pool.query(`
    CREATE TABLE held (id int PRIMARY KEY);
    CREATE FUNCTION end_of_transaction() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.id < 0 THEN RAISE 'Not this one.'; END IF;
      PERFORM pg_advisory_xact_lock(1);
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER held_at_commit AFTER INSERT ON held DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION end_of_transaction();`)
})
afterAll(() => app.close())

function insert(id: number, onRow: (row: Row) => void): Promise<void> {
  const statement = Prisma.sql`INSERT INTO held VALUES (${id}) RETURNING row_to_json(held)`
  return queryEarly(app.services.pool, statement, onRow)
}

async function stored(): Promise<Row[]> {
  return (await app.services.pool.query<Row>('SELECT id FROM held')).rows
}

test('a row is passed on while its transaction waits for the commit', async () => {
  const early: Row[] = []
  const holder = await app.services.pool.connect()
  await holder.query('SELECT pg_advisory_lock(1)')
  const inserted = insert(7, (row) => early.push(row))
  await until(() => expect(early).toEqual([{ id: 7 }]))
  expect(await stored()).toEqual([])
  await holder.query('SELECT pg_advisory_unlock(1)')
  holder.release()
  await inserted
  expect(await stored()).toEqual([{ id: 7 }])
})

test('a commit that fails after the row was passed on is an error, and so is a row that cannot be used', async () => {
  const early: Row[] = []
  await expect(insert(-1, (row) => early.push(row))).rejects.toThrow('Not this one.')
  expect(early).toEqual([{ id: -1 }])
  expect(await stored()).not.toContainEqual({ id: -1 })
  const cannot = () => {
    throw new Error('I cannot use it.')
  }
  await expect(insert(8, cannot)).rejects.toThrow('I cannot use it.')
  await insert(9, () => {})
  expect(await stored()).toContainEqual({ id: 9 })
})
