import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryKinds, kindOfAuthor, kindOfType } from '../../server/domain/messages/entries/entry-kinds.ts'
import {
  authorsOf,
  entriesWhere,
  isEntry,
  isEntrySql,
} from '../../server/domain/messages/entries/is-entry.ts'
import { heardByVisitor } from '../../server/events/heard-by-visitor.ts'
import { type MessageAuthor, type MessageType, Prisma } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeAccount, makeChannel } from '../support/factories.ts'

const questions = [
  ...(
    ['forVisitor', 'isReply', 'isAnswer', 'inWebhooks', 'inMailedLog', 'inArchive', 'isActivity'] as const
  ).map((asked) => ({ asked, wanted: true as const })),
  ...(['CLIENT_MESSAGE', 'AGENT_MESSAGE'] as const).map((wanted) => ({ asked: 'botEvent' as const, wanted })),
]

/** Whatever may be stored: what an author writes in each type, and what a type makes of it. */
const entries = (Object.keys(kindOfAuthor) as MessageAuthor[]).flatMap((author) =>
  (Object.keys(kindOfType) as MessageType[])
    .filter((type) => {
      const kind = kindOfType[type]
      return kind === null ? author !== 'SYSTEM' : entryKinds[kind].author === author
    })
    .map((type) => ({ author, type })),
)

let app: TestApp
let chatId: string
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.services
  const { account } = await makeAccount(app.services)
  const channel = await makeChannel(app.services, { accountId: account.id })
  const visitor = await db.visitor.create({
    data: { accountId: account.id, channelId: channel.id, key: 'visitor', externalId: 'visitor', number: 1 },
  })
  const chat = await db.chat.create({
    data: {
      accountId: account.id,
      channelId: channel.id,
      visitorId: visitor.id,
      number: 1,
      status: 'ACTIVE',
    },
  })
  chatId = chat.id
  await db.message.createMany({
    data: entries.map((entry, index) => ({ ...entry, accountId: account.id, chatId, seq: index + 1 })),
  })
})
afterAll(() => app.close())

describe.each(questions)('$asked $wanted', ({ asked, wanted }) => {
  const expected = entries.filter((entry) => isEntry(entry, asked, wanted)).map(nameOf)

  test('is the same in SQL, on columns and on values', async () => {
    const rows = await app.services.db.$queryRaw<typeof entries>(Prisma.sql`
      SELECT author, type FROM "Message" m WHERE "chatId" = ${chatId}::uuid AND ${isEntrySql('m', asked, wanted)}
      ORDER BY seq`)
    expect(rows.map(nameOf)).toEqual(expected)
    for (const entry of entries) {
      const values = { author: Prisma.raw(`'${entry.author}'`), type: Prisma.raw(`'${entry.type}'`) }
      const [row] = await app.services.db.$queryRaw<{ is: boolean }[]>(
        Prisma.sql`SELECT ${isEntrySql(values, asked, wanted)} AS is`,
      )
      expect({ ...entry, is: row?.is }).toEqual({ ...entry, is: isEntry(entry, asked, wanted) })
    }
  })

  test('is the same in a condition of Prisma', async () => {
    const rows = await app.services.db.message.findMany({
      where: { chatId, ...entriesWhere(asked, wanted) },
      orderBy: { seq: 'asc' },
    })
    expect(rows.map(nameOf)).toEqual(expected)
  })

  test('leaves no author out of what consumers of events take', () => {
    const authors = entries.filter((entry) => isEntry(entry, asked, wanted)).map(({ author }) => author)
    expect(new Set(authorsOf(asked, wanted))).toEqual(new Set(authors))
  })
})

test('a visitor hears of what they may read, and of nothing else', () => {
  for (const entry of entries)
    expect(heardByVisitor('MESSAGE_CREATED', entry)).toBe(isEntry(entry, 'forVisitor'))
  expect(heardByVisitor('MESSAGE_CREATED', { author: 'SYSTEM', type: 'NOTICE' })).toBe(false)
})

function nameOf({ author, type }: { author: string; type: string }): string {
  return `${author} ${type}`
}
