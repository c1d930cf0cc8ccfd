import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitorPhotoUrl } from '../../server/domain/visitors/visitor-photo-url.ts'
import { pruneHandler } from '../../server/jobs/prune.handler.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { globalId } from '../support/graphql-client.ts'
import { jobContext } from '../support/job-context.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { drawPicture } from './samples.ts'

let app: TestApp
let desk: Desk
let host: Receiver
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  host = await startReceiver()
})
afterAll(async () => {
  await host.stop()
  await app.close()
})

/** Serves these bytes at a path of their own. */
function serve(bytes: Buffer, headers: Record<string, string> = {}): string {
  const path = `/${randomUUID()}`
  host.answer((_request, response) => void response.writeHead(200, headers).end(bytes), path)
  return host.url + path
}
const asked = (url: string) => host.requests.filter(({ path }) => host.url + path === url).length

/** A visitor with that picture writes; what operators' screens are told of it. */
async function write(visitorId: string, photo: string) {
  const response = await desk.post({
    sender: { id: visitorId, photo },
    message: { type: 'text', text: 'Hi' },
  })
  expect(response.status).toBe(200)
  const { visitorId: id } = await desk.chatOf(visitorId)
  const { data } = await desk.operators[0].execute(
    `{ node(id: "${globalId('Visitor', id)}") { ... on Visitor { photoUrl } } }`,
  )
  const { photoUrl } = data.node as { photoUrl: string }
  return { id, photoUrl, load: () => fetch(photoUrl.replace(app.services.env.http.publicUrl, app.url)) }
}

test("a visitor's picture is fetched once, when somebody looks at it, and shown small from our own address", async () => {
  const url = serve(await drawPicture(400, 300).png().toBuffer())
  const { photoUrl, load } = await write('a', url)
  expect(photoUrl.startsWith(`${app.services.env.http.publicUrl}/visitor-photos/`)).toBe(true)
  expect(asked(url)).toBe(0)
  const answers = await Promise.all([load(), load(), load()])
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([picture.width, picture.height]).toEqual([128, 128])
  }
  await write('a', url)
  expect((await load()).status).toBe(200)
  expect(asked(url)).toBe(1)
})

test('a changed address is a new picture under a new address of ours, and the old one is gone', async () => {
  const [first, second] = await Promise.all(
    [300, 200].map(async (width) => serve(await drawPicture(width, 100).png().toBuffer())),
  )
  const before = await write('b', first as string)
  await before.load()
  const after = await write('b', second as string)
  expect(after.photoUrl).not.toBe(before.photoUrl)
  expect([(await before.load()).status, (await after.load()).status]).toEqual([404, 200])
  const { key } = await app.services.db.visitorPhoto.findUniqueOrThrow({ where: { visitorId: after.id } })
  expect(key).not.toBeNull()
})

test('what is no picture, too large, broken or private is not shown, and is not asked for again and again', async () => {
  const text = serve(Buffer.from('<script>alert(1)</script>'), { 'content-type': 'image/png' })
  const large = serve(Buffer.alloc(6_000_000), { 'content-type': 'image/png' })
  for (const [visitor, url] of Object.entries({ text, large })) {
    const { load } = await write(visitor, url)
    expect([(await load()).status, (await load()).status]).toEqual([404, 404])
    expect(asked(url)).toBe(1)
  }
  const away = `/${randomUUID()}`
  host.answer({ status: 302, headers: { location: 'http://10.0.0.1/picture.png' } }, away)
  for (const url of ['http://10.0.0.1/a.png', 'http://169.254.169.254/latest', host.url + away]) {
    expect((await (await write(randomUUID(), url)).load()).status).toBe(404)
  }
})

test('nobody can have another address fetched, and one visitor only a few', async () => {
  const { photoUrl, load } = await write('c', serve(await drawPicture(40, 20).png().toBuffer()))
  const forged = photoUrl.replace(/.{6}$/, '000000').replace(app.services.env.http.publicUrl, app.url)
  expect((await fetch(forged)).status).toBe(404)
  expect((await load()).status).toBe(200)
  const statuses: number[] = []
  for (let n = 0; n < 8; n++) {
    const next = await write('c', serve(await drawPicture(40, 20).png().toBuffer()))
    statuses.push((await next.load()).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
})

test('for the visitors of one account, 120 pictures are fetched in a minute', async () => {
  const other = await openDesk(app)
  const photo = serve(await drawPicture(40, 20).png().toBuffer())
  const limit = { name: 'photos', points: 120, seconds: 60 }
  await app.services.limits.consume(limit, other.account.id, 119)
  const look = async (key: string) => {
    await other.post({ sender: { id: key, photo }, message: { type: 'text', text: 'Hi' } })
    const { visitorId } = await other.chatOf(key)
    const visitor = await app.services.db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
    const { pathname } = new URL(String(visitorPhotoUrl(app.services.env, visitor)))
    return (await fetch(app.url + pathname)).status
  }
  expect([await look('a'), await look('b')]).toEqual([200, 429])
})

test('a picture that was not looked at for long goes, and comes again when it is', async () => {
  const url = serve(await drawPicture(40, 20).png().toBuffer())
  const { id, load } = await write('d', url)
  await load()
  const { db, env } = app.services
  const { key } = await db.visitorPhoto.update({
    where: { visitorId: id },
    data: { fetchedAt: new Date(Date.now() - 91 * 86_400_000) },
  })
  const file = join(env.files.dir, String(key).slice(0, 2), String(key))
  expect(existsSync(file)).toBe(true)
  await pruneHandler.run(jobContext(app.services), {})
  expect([existsSync(file), await db.visitorPhoto.count({ where: { visitorId: id } })]).toEqual([false, 0])
  expect((await load()).status).toBe(200)
  expect(asked(url)).toBe(2)
})

test("a visitor's file is marked as lying elsewhere, an operator's is not", async () => {
  await desk.post({
    sender: { id: 'e' },
    message: { type: 'photo', file: 'https://example.com/a.png', thumb: 'https://example.com/t.png' },
  })
  await desk.post({
    sender: { id: 'e' },
    message: { type: 'photo', file: `${app.services.env.http.publicUrl}/files/abc` },
  })
  const chat = await desk.chatOf('e')
  const { data } = await desk.operators[0].execute(
    `{ node(id: "${globalId('Chat', chat.id)}") { ... on Chat { messages(last: 5) { edges { node { media { isExternal } } } } } } }`,
  )
  const { edges } = (data.node as { messages: { edges: { node: { media: unknown } }[] } }).messages
  expect(edges.map(({ node }) => node.media)).toEqual([{ isExternal: true }, { isExternal: false }])
})
