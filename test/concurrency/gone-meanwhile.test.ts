import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeFile } from '../../server/domain/files/store-file.ts'
import { eraseVisitor } from '../../server/domain/visitors/erase-visitor.ts'
import { getVisitorPhoto } from '../../server/domain/visitors/get-visitor-photo.ts'
import { pruneVisitorPhotos } from '../../server/domain/visitors/prune-visitor-photos.ts'
import { visitorPhotoUrl } from '../../server/domain/visitors/visitor-photo-url.ts'
import { DAY_MS } from '../../server/durations.ts'
import { openIfStored } from '../../server/files/open-if-stored.ts'
import type { Storage } from '../../server/files/storage.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import type { Services } from '../../server/services.ts'
import { drawPicture } from '../files/samples.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { untilLocked } from '../support/until-locked.ts'
import { whileHeld } from '../support/while-held.ts'
import { makeWidget, openBrowser } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test.each([
  ['saveDraft', { kind: 'REPLY', text: 'On its way', ageMs: 0 }, 'Draft'],
  ['markChatRead', { seq: 1 }, 'ChatRead'],
  ['markChatUnread', {}, 'ChatRead'],
])(
  '%s in a chat that is deleted at that moment says that there is no such chat',
  async (name, input, table) => {
    const desk = await openDesk(app)
    const [dora] = desk.operators
    const visitor = randomUUID()
    await desk.say(visitor, 'Hello')
    const { id } = await desk.chatOf(visitor)
    const { db } = app.services
    const pruning = Prisma.sql`DELETE FROM "Chat" WHERE id = ${id}::uuid`
    const { answer } = await whileHeld(db, pruning, async () => {
      const answer = mutate(dora.execute, name, { chatId: globalId('Chat', id), ...input })
      await untilLocked(db, `INSERT INTO "${table}"`)
      return { answer }
    })
    expect((await answer).userErrors).toMatchObject([{ code: 'NOT_FOUND', field: ['input', 'chatId'] }])
  },
)

/** The store of the installation, which takes a file only after something has happened. */
function storeAfter(happens: () => Promise<unknown>): { storage: Storage; kept: string[] } {
  const { storage } = app.services
  const kept: string[] = []
  const wait = async (key: string) => {
    if (kept.length === 0) await happens()
    kept.push(key)
  }
  return {
    kept,
    storage: {
      ...storage,
      keep: async (key, file) => wait(key).then(() => storage.keep(key, file)),
      put: async (key, content) => wait(key).then(() => storage.put(key, content)),
    },
  }
}

const erase = async ({ admin }: Desk, visitorId: string): Promise<Data[]> =>
  (await mutate(admin.execute, 'eraseVisitor', { id: globalId('Visitor', visitorId) })).userErrors

async function expectNothingOf(keys: string[]): Promise<void> {
  expect(keys).not.toEqual([])
  for (const key of keys) {
    const found = await openIfStored(app.services.storage, key)
    found?.stream.destroy()
    expect(found === null, `nothing under ${key}`).toBe(true)
  }
}

test('nothing stays of a file whose visitor is erased while it is being stored', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  const site = await makeWidget(app.services, { accountId: desk.account.id })
  await openBrowser(app.url, site.publicId)
  const { id, ...of } = await db.visitor.findFirstOrThrow({
    where: { channelId: site.id },
    select: { id: true, accountId: true, channelId: true, number: true, key: true },
  })
  const token = { id: randomUUID(), expiresAt: new Date() }
  const owner = { kind: 'visitor', visitorId: id, ...of, token } as const
  const { storage, kept } = storeAfter(async () => expect(await erase(desk, id)).toEqual([]))
  const picture = await drawPicture(400, 300).png().toBuffer()
  const upload = storeFile(
    { ...app.services, storage },
    { owner, content: Readable.from([picture]), name: 'me.png', isTruncated: () => false },
  )
  await expect(upload).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(kept).toHaveLength(2)
  await expectNothingOf(kept)
  const { storedBytes } = await db.account.findUniqueOrThrow({ where: { id: desk.account.id } })
  expect(Number(storedBytes)).toBe(0)
})

/** A visitor without an open chat, whose picture is at the address. */
async function openGallery(photo: string) {
  const desk = await openDesk(app)
  const { db, env } = app.services
  const key = randomUUID()
  await desk.post({ sender: { id: key, photo }, message: { type: 'text', text: 'Hi' } })
  const { id, visitorId } = await desk.chatOf(key)
  await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', id) })
  const visitor = await db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
  const signature = String(visitorPhotoUrl(env, visitor)).split('/').at(-1) as string
  const look = (services = app.services) => getVisitorPhoto(services, { visitorId, signature })
  return { visitorId, viewer: desk.admin.viewer, erase: () => erase(desk, visitorId), look }
}

describe('the picture of a visitor', () => {
  let host: Receiver
  let picture: Buffer
  beforeAll(async () => {
    host = await startReceiver()
    picture = await drawPicture(40, 20).png().toBuffer()
  })
  afterAll(() => host.stop())

  test('who is erased while it is being fetched is not there', async () => {
    const { visitorId, erase, look } = await openGallery(`${host.url}/fetched`)
    host.answer(async (_request, response) => {
      expect(await erase()).toEqual([])
      response.writeHead(200).end(picture)
    }, '/fetched')
    await expect(look()).rejects.toMatchObject({ code: 'not_found' })
    expect(await app.services.db.visitorPhoto.count({ where: { visitorId } })).toBe(0)
  })

  test('who is erased while it is being stored goes with them', async () => {
    const { erase, look } = await openGallery(`${host.url}/stored`)
    host.answer((_request, response) => void response.writeHead(200).end(picture), '/stored')
    const { storage, kept } = storeAfter(async () => expect(await erase()).toEqual([]))
    await expect(look({ ...app.services, storage })).rejects.toMatchObject({ code: 'not_found' })
    await expectNothingOf(kept)
  })

  /** The services, whose store has the picture fetched again as soon as it has removed it. */
  function fetchingAgain(look: () => Promise<{ stream: Readable }>): Services {
    const { storage } = app.services
    const remove = async (key: string) => {
      await storage.remove(key)
      const { stream } = await look()
      stream.destroy()
    }
    return { ...app.services, storage: { ...storage, remove } }
  }

  test('that is fetched again while it is pruned stays known', async () => {
    host.answer((_request, response) => void response.writeHead(200).end(picture), '/again')
    const { db } = app.services
    const { visitorId, look } = await openGallery(`${host.url}/again`)
    const { stream } = await look()
    stream.destroy()
    const old = new Date(Date.now() - 91 * DAY_MS)
    await db.visitorPhoto.update({ where: { visitorId }, data: { fetchedAt: old } })
    await pruneVisitorPhotos(fetchingAgain(look), new Date(Date.now() - 90 * DAY_MS))
    expect(await db.visitorPhoto.count({ where: { visitorId } })).toBe(1)
  })

  test('that is fetched again while the visitor is erased goes with the next pruning', async () => {
    host.answer((_request, response) => void response.writeHead(200).end(picture), '/erased')
    const { visitorId, look, viewer } = await openGallery(`${host.url}/erased`)
    const { stream } = await look()
    stream.destroy()
    const { key } = await app.services.db.visitorPhoto.findUniqueOrThrow({ where: { visitorId } })
    await eraseVisitor(fetchingAgain(look), { viewer, visitorId })
    await pruneVisitorPhotos(app.services, new Date(Date.now() - 90 * DAY_MS))
    await expectNothingOf([String(key)])
  })
})
