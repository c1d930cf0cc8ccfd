import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '../../server/text/uuid.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

/** A value that only a later version knows. During an upgrade, it runs alongside. */
const LATER = 'FROM_TOMORROW'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a mail of a kind that only a later version knows is left out of the list, and does not exist yet', async () => {
  const { db } = app.services
  await db.$executeRawUnsafe(`ALTER TYPE "MailKind" ADD VALUE '${LATER}'`)
  const { account, admin } = await openDesk(app)
  const ids: string[] = []
  for (const subject of ['Known', 'Later']) {
    const [id, accountId] = [uuidv7(), account.id]
    const item = { id, accountId, kind: 'MAIL', lane: `MAIL:${id}`, receiverId: id, state: 'SENT' } as const
    await db.outboxItem.create({ data: item })
    const content = { recipient: 'a@example.com', subject, text: '', html: '' }
    await db.mail.create({ data: { id, accountId, kind: 'ADMIN_NOTICE', ...content } })
    ids.push(id)
  }
  await db.$executeRaw`UPDATE "Mail" SET kind = ${LATER}::"MailKind" WHERE subject = 'Later'`
  const { data, errors } = await admin.execute(
    'query ($id: ID!) { mails(first: 5) { nodes { kind subject } } node(id: $id) { id } }',
    { id: globalId('Mail', ids[1] ?? '') },
  )
  expect(errors).toBeUndefined()
  expect(data).toEqual({ mails: { nodes: [{ kind: 'ADMIN_NOTICE', subject: 'Known' }] }, node: null })
})

test('an automatic message that only a later version knows is left out, and kept', async () => {
  const { db } = app.services
  await db.$executeRawUnsafe(`ALTER TYPE "AutomaticMessageKind" ADD VALUE '${LATER}'`)
  const { admin, channel } = await openDesk(app)
  await db.$executeRaw`
    INSERT INTO "AutomaticMessage" ("channelId", kind, enabled, "delaySeconds", texts)
    VALUES (${channel.id}::uuid, ${LATER}::"AutomaticMessageKind", true, 0, '[]')`
  const id = globalId('Channel', channel.id)
  const { userErrors } = await mutate(admin.execute, 'updateChannel', { id, name: 'Renamed' })
  expect(userErrors).toEqual([])
  const { data, errors } = await admin.execute(
    'query ($id: ID!) { channel(id: $id) { name automaticMessages { kind } } }',
    { id },
  )
  expect(errors).toBeUndefined()
  expect(data.channel).toEqual({ name: 'Renamed', automaticMessages: [] })
  const [stored] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM "AutomaticMessage" WHERE "channelId" = ${channel.id}::uuid`
  expect(stored?.count).toBe(1)
})
