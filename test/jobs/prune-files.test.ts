import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pruneHandler } from '../../server/jobs/prune.handler.ts'
import { drawPicture } from '../files/samples.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { jobContext } from '../support/job-context.ts'

/** What an account's files may take. */
const QUOTA = 100_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ variables: { ACCOUNT_STORAGE_BYTES: String(QUOTA) } })
})
afterAll(() => app.close())

interface Upload {
  id: string
  url: string
  thumbUrl: string | null
  size: number
}

async function post({ operators: [{ cookie }] }: Desk, content: Buffer): Promise<Response> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'a.png')
  const headers = { cookie, 'x-graphql-yoga-csrf': '1' }
  return fetch(`${app.url}/files`, { method: 'POST', headers, body: form })
}

const upload = async (desk: Desk, content: Buffer) => (await (await post(desk, content)).json()) as Upload
const picture = () => drawPicture(640, 480).png().toBuffer()
const prune = () => pruneHandler.run(jobContext(app.services), {})
const setAge = ({ account }: Desk, days: number) =>
  app.services.db.file.updateMany({
    where: { accountId: account.id },
    data: { createdAt: new Date(Date.now() - days * 86_400_000) },
  })
const usedBytes = async ({ account }: Desk) =>
  Number((await app.services.db.account.findUniqueOrThrow({ where: { id: account.id } })).storedBytes)

/** As if the installation was that old, and all migrations were there from the beginning. */
const finishMigrations = (days: number) =>
  app.services.db
    .$executeRaw`UPDATE _prisma_migrations SET finished_at = now() - make_interval(days => ${days})`
/** As if the migration since which messages name their files came later, after the others. */
const setUpgrade = (days: number) => app.services.db.$executeRaw`
  UPDATE _prisma_migrations SET finished_at = now() - make_interval(days => ${days}) + interval '1 hour'
  WHERE migration_name LIKE '%_file_life'`

/** The status of a file's address, and whether its bytes lie in the folder. */
async function stateOf(url: string): Promise<[status: number, isThere: boolean]> {
  const key = url.split('/').at(-1) ?? ''
  const { status } = await fetch(`${app.url}/files/${key}`)
  return [status, existsSync(join(app.services.env.files.dir, key.slice(0, 2), key))]
}

test('an upload that nobody sent goes after a day with its thumbnail, and its bytes are free again', async () => {
  const desk = await openDesk(app)
  const { url, thumbUrl } = await upload(desk, await picture())
  expect(await usedBytes(desk)).toBeGreaterThan(0)
  await setAge(desk, 0.9)
  await prune()
  expect(await stateOf(url)).toEqual([200, true])
  await setAge(desk, 1.1)
  await prune()
  expect([await stateOf(url), await stateOf(String(thumbUrl))]).toEqual([
    [404, false],
    [404, false],
  ])
  expect(await usedBytes(desk)).toBe(0)
})

test('what was uploaded while an older version ran beside this one stays, because its messages name no file', async () => {
  const desk = await openDesk(app)
  const { url } = await upload(desk, await picture())
  await setAge(desk, 3)
  await finishMigrations(3)
  await setUpgrade(3)
  await prune()
  expect(await stateOf(url)).toEqual([200, true])
  await setUpgrade(0)
  await prune()
  expect(await stateOf(url)).toEqual([404, false])
  await finishMigrations(0)
})

test('what was uploaded on the first day of an installation goes like anything else', async () => {
  const desk = await openDesk(app)
  const { url } = await upload(desk, await picture())
  await setAge(desk, 3)
  await finishMigrations(3)
  await prune()
  expect(await stateOf(url)).toEqual([404, false])
  await finishMigrations(0)
})

test('a store that is away holds up only the files, and the job fails, so that somebody notices', async () => {
  const desk = await openDesk(app)
  const { url } = await upload(desk, await picture())
  await setAge(desk, 2)
  const { storage } = app.services
  const remove = vi.spyOn(storage, 'remove').mockRejectedValue(new Error('away'))
  const session = await app.services.db.session.create({
    data: { userId: desk.admin.user.id, tokenHash: Buffer.from(randomUUID()), expiresAt: new Date(0) },
  })
  await expect(prune()).rejects.toThrow('Not pruned: files')
  remove.mockRestore()
  expect(await app.services.db.session.count({ where: { id: session.id } })).toBe(0)
  expect(await stateOf(url)).toEqual([200, true])
  await prune()
  expect(await stateOf(url)).toEqual([404, false])
})

test('a file stays as long as a message shows it, and goes with the last one', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('a', 'Hello')
  const chat = await desk.chatOf('a')
  const { id, url } = await upload(desk, await picture())
  for (const text of ['once', 'twice']) {
    const input = { idempotencyKey: randomUUID(), chatId: globalId('Chat', chat.id), text, fileId: id }
    expect((await mutate(operator.execute, 'sendMessage', input)).userErrors).toEqual([])
  }
  await setAge(desk, 400)
  await app.services.db.message.deleteMany({ where: { chatId: chat.id, text: 'once' } })
  await prune()
  expect(await stateOf(url)).toEqual([200, true])
  await app.services.db.channel.delete({ where: { id: desk.channel.id } })
  await prune()
  expect(await stateOf(url)).toEqual([404, false])
})

test("an operator's photo stays, the picture that it was cut from and the one before it go", async () => {
  const desk = await openDesk(app)
  const [{ execute }] = desk.operators
  const photoUrls: string[] = []
  for (const _ of [1, 2]) {
    const { id } = await upload(desk, await picture())
    const { operator } = await mutate(execute, 'updateProfile', { photoFileId: id }, 'operator { photoUrl }')
    photoUrls.push(String(operator.photoUrl))
  }
  await setAge(desk, 2)
  await prune()
  expect(await Promise.all(photoUrls.map(stateOf))).toEqual([
    [404, false],
    [200, true],
  ])
  expect(await app.services.db.file.count({ where: { accountId: desk.account.id } })).toBe(1)
})

test('the parts of uploads whose process was killed go, an upload that is under way stays', async () => {
  const incoming = join(app.services.env.files.dir, 'incoming')
  await mkdir(incoming, { recursive: true })
  const [old, young] = [join(incoming, randomUUID()), join(incoming, randomUUID())]
  await writeFile(old, 'half')
  await writeFile(young, 'half')
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  await utimes(old, hoursAgo, hoursAgo)
  await prune()
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})

test('an account whose storage is full is told so, before and after its file is read; others go on', async () => {
  const [desk, other] = [await openDesk(app), await openDesk(app)]
  await upload(desk, Buffer.alloc(60_000))
  const refused = await post(desk, Buffer.alloc(60_000))
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({
    error: { code: 'storage_full', message: expect.stringContaining('ACCOUNT_STORAGE_BYTES') },
  })
  // Its length is below what is free, its thumbnail is not.
  await app.services.db.account.update({
    where: { id: desk.account.id },
    data: { storedBytes: QUOTA - 4000 },
  })
  expect((await post(desk, await picture())).status).toBe(413)
  expect(await usedBytes(desk)).toBe(QUOTA - 4000)
  expect((await post(other, await picture())).status).toBe(201)
})

test('twins that would both fit alone do not go over the quota together', async () => {
  const desk = await openDesk(app)
  const statuses = await Promise.all(
    [1, 2, 3].map(async () => (await post(desk, Buffer.alloc(45_000))).status),
  )
  expect(statuses.sort()).toEqual([201, 201, 413])
  expect(await usedBytes(desk)).toBe(90_000)
})
