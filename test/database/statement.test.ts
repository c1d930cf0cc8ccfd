import { expect, test } from 'vitest'
import { statement } from '../../server/database/statement.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'

test('a statement makes its text once, and puts its values in their places each time', () => {
  let built = 0
  const find = statement<{ name: string; least: number }>((parameter) => {
    built++
    return Prisma.sql`SELECT ${1} WHERE name = ${parameter('name')} AND n > ${parameter('least')} OR ${parameter('name')}`
  })
  expect(find({ name: 'a', least: 2 })).toEqual({
    text: 'SELECT $1 WHERE name = $2 AND n > $3 OR $4',
    values: [1, 'a', 2, 'a'],
  })
  expect(find({ name: 'b', least: 3 }).values).toEqual([1, 'b', 3, 'b'])
  expect(built).toBe(1)
})
