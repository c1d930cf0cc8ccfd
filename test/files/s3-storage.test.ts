import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { moveFiles } from '../../server/domain/files/move-files.ts'
import { checkFiles } from '../../server/domain/installation/checks/check-files.ts'
import { createStore } from '../../server/files/create-storage.ts'
import { withFallback } from '../../server/files/storage-with-fallback.ts'
import { parseStoreAddress } from '../../server/files/store-address.ts'
import { checkFileStore } from '../../server/stores/check-file-store.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, type Person } from '../support/desk.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'
import { openStores } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { drawPicture } from './samples.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
  return () => server.close()
})

async function newStorage(prefix = '/tests') {
  const dir = await mkdtemp(join(tmpdir(), 'storage-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const incoming = () => readdir(join(dir, 'incoming')).catch(() => [])
  return { incoming, storage: createStore(dir, parseStoreAddress(server.url + prefix)) }
}

test('a store gives back what was put, whole or in part, and leaves nothing on this machine', async () => {
  const { incoming, storage } = await newStorage()
  const content = randomBytes(300_000)
  expect(await storage.put('ab12', content)).toBe(300_000)
  expect(await storage.put('cd34_thumb', Readable.from([content, content]))).toBe(600_000)
  await storage.keep('ef56', await storage.receive(Readable.from([content])))
  for (const key of ['ab12', 'ef56']) {
    const { stream, size } = await storage.open(key)
    expect([size, (await buffer(stream)).equals(content)]).toEqual([300_000, true])
  }
  const { stream, size } = await storage.open('cd34_thumb', { start: 299_999, end: 300_001 })
  expect(size).toBe(600_000)
  expect(await buffer(stream)).toEqual(Buffer.concat([content.subarray(-1), content.subarray(0, 2)]))
  expect(await incoming()).toEqual([])
})

test('what was removed, never put or broken off is not there, and nobody walks out of the prefix', async () => {
  const { incoming, storage } = await newStorage()
  await storage.put('gone', Buffer.from('x'))
  await storage.remove('gone')
  await storage.remove('gone')
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('the connection is gone')
    })(),
  )
  await expect(storage.put('broken', broken)).rejects.toThrow('the connection is gone')
  for (const key of ['gone', 'broken', '../tests/gone', 'a/b']) {
    await expect(storage.open(key)).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(storage.put('../outside', Buffer.from('x'))).rejects.toMatchObject({ code: 'not_found' })
  expect(await incoming()).toEqual([])
})

/** The address of a store that answers so until the test ends. */
async function startStore(answer: RequestListener): Promise<string> {
  const store = createServer(answer)
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    store.closeAllConnections()
    store.close()
  })
  return `s3+http://a:b@127.0.0.1:${(store.address() as AddressInfo).port}/files`
}

function startRefusingStore(status: number, code: string): Promise<string> {
  return startStore((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`))
  })
}

async function storageAt(url: string) {
  const dir = await mkdtemp(join(tmpdir(), 'storage-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  return createStore(dir, parseStoreAddress(url))
}

test('a store that is full is told as a full disk is', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'storage-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const storage = createStore(dir, parseStoreAddress(await startRefusingStore(507, 'XMinioStorageFull')))
  await expect(storage.put('key', Buffer.from('x'))).rejects.toMatchObject({
    code: 'disk_full',
    cause: { message: expect.stringContaining('507 XMinioStorageFull') },
  })
  expect(await readdir(join(dir, 'incoming'))).toEqual([])
})

test.each([
  ['refuses a file', 403, 'AccessDenied', 500, 'internal_error'],
  ['is overloaded', 503, 'SlowDown', 503, 'service_unavailable'],
] as const)('a store that %s is no mistake of who uploads it', async (_, said, code, status, error) => {
  const variables = { FILE_STORE_URL: await startRefusingStore(said, code) }
  const other = await startTestApp({ variables })
  onTestFinished(() => other.close())
  const [{ cookie }] = (await openDesk(other)).operators
  const body = new FormData()
  body.append('file', new Blob(['Hello']), 'a.txt')
  const headers = { cookie, 'x-graphql-yoga-csrf': '1' }
  const answer = await fetch(`${other.url}/files`, { method: 'POST', headers, body })
  expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code: error } }])
})

test.each([
  [500, 'nothing'],
  [429, 503],
] as const)(
  'a store that answers %s and then %s is asked again, and gets the whole file',
  async (...answers) => {
    const received: string[] = []
    const storage = await storageAt(
      await startStore(async (request, response) => {
        const answer = answers[received.push(await text(request)) - 1] ?? 200
        if (answer === 'nothing') request.socket.destroy()
        else response.writeHead(answer).end()
      }),
    )
    await storage.put('ab12', Buffer.from('Hello'))
    expect(received).toEqual(['Hello', 'Hello', 'Hello'])
  },
)

test('readers who do not read on hold up no upload and no other reader', async () => {
  const { storage } = await newStorage()
  await storage.put('large', randomBytes(8_000_000))
  const slow = await Promise.all(Array.from({ length: 60 }, () => storage.open('large')))
  expect(await storage.put('small', Buffer.from('x'))).toBe(1)
  expect(String(await buffer((await storage.open('small')).stream))).toBe('x')
  await storage.remove('small')
  for (const { stream } of slow) stream.destroy()
})

test.each([
  [() => server.url.replace('S3RVER@', 'wrong@'), /403 SignatureDoesNotMatch\. Correct FILE_STORE_URL/],
  [() => server.url.replace('/files', '/nobodys'), /404 NoSuchBucket\. Correct FILE_STORE_URL/],
  [
    () => 's3+http://a:b@127.0.0.1:9/files',
    /\/files does not answer: connect ECONNREFUSED 127\.0\.0\.1:9\. Check that the store works, or/,
  ],
  [() => server.url.replace('+http', ''), /\/files does not answer: it does not speak TLS there\. Check/],
])('a start says what is wrong with a store that cannot be used (%#)', async (url, message) => {
  const dir = await mkdtemp(join(tmpdir(), 'storage-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const check = checkFileStore(createStore(dir, parseStoreAddress(url())))
  await expect(check).rejects.toThrow(message)
  await expect(check).rejects.not.toThrow(/S3RVER|wrong@/)
})

test.each([
  's3://bucket',
  's3://key@host/bucket',
  'https://key:secret@host/bucket',
  's3://key:secret@host/B',
])('%s is no address of a store, and the refusal repeats no secret', (url) => {
  expect(() => parseStoreAddress(url)).toThrow('must look like s3://access-key:secret-key@s3.example.com')
})

let app: TestApp
let stores: Awaited<ReturnType<typeof openStores>>
beforeAll(async () => {
  stores = await openStores()
  app = await startTestApp({ stores })
})
afterAll(async () => {
  await app.close()
  await stores.close()
})

async function upload(to: TestApp, { cookie }: Person, content: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'picture.png')
  const headers = { cookie, 'x-graphql-yoga-csrf': '1' }
  const response = await fetch(`${to.url}/files`, { method: 'POST', headers, body: form })
  expect(response.status).toBe(201)
  return new URL(((await response.json()) as { url: string }).url).pathname
}

async function download(from: TestApp, path: string): Promise<Buffer> {
  const response = await fetch(from.url + path)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

test('a store that never ends telling what is wrong is not listened to', async () => {
  const storage = await storageAt(
    await startStore((request, response) => {
      request.resume()
      response.writeHead(403)
      Readable.from(repeat('<Error><Code>AccessDenied</Code>'))
        .on('error', () => {})
        .pipe(response)
    }),
  )
  await expect(storage.open('ab12')).rejects.toThrow('403 AccessDenied')
})

function* repeat(text: string) {
  for (;;) yield Buffer.from(text)
}

test('files move to a store and back while everybody reads and writes them', async () => {
  const [person] = (await openDesk(app)).operators
  const picture = await drawPicture(640, 480, 'red').png().toBuffer()
  const variables = {
    DATA_DIR: app.services.env.dataDir,
    SECRET_KEY: app.services.env.secretKey.toString('base64'),
  }
  const paths = [await upload(app, person, picture), await upload(app, person, picture)]
  const folder = createStore(app.services.env.files.dir, null)
  const bucket = createStore(app.services.env.files.dir, parseStoreAddress(server.url))
  const keyOf = (path: string | undefined) => String(path?.split('/').at(-1))
  const isIn = (store: typeof folder, path: string | undefined) =>
    store.open(keyOf(path)).then(
      ({ stream }) => Boolean(stream.destroy()),
      () => false,
    )
  for (const there of [true, false]) {
    const urls: Record<string, string> = there
      ? { FILE_STORE_URL: server.url, FILE_STORE_BEFORE_URL: 'folder' }
      : { FILE_STORE_BEFORE_URL: server.url }
    const [from, to] = there ? [folder, bucket] : [bucket, folder]
    const moving = await startTestApp({ stores, variables: { ...variables, ...urls } })
    try {
      paths.push(await upload(moving, person, picture))
      expect([await isIn(to, paths.at(-1)), await isIn(from, paths[0])]).toEqual([true, true])
      const readAll = () =>
        Promise.all(
          paths.map(async (path) => expect((await download(moving, path)).equals(picture)).toBe(true)),
        )
      const readers: Promise<unknown>[] = []
      const watched = {
        ...from,
        /** The file is in both when this is called, and in one of them afterwards. */
        async remove(key: string) {
          readers.push(readAll())
          await from.remove(key)
          await readAll()
        },
      }
      await moveFiles(moving.services, { from: watched, to, show: () => {} })
      await Promise.all(readers)
      for (const path of paths) expect([await isIn(from, path), await isIn(to, path)]).toEqual([false, true])
      // Another run passes what was moved, and can be stopped there.
      const show = () => {
        throw new Error('Stopped.')
      }
      await expect(moveFiles(moving.services, { from, to, show })).rejects.toThrow('Stopped.')
      const part = await fetch(moving.url + paths[0], { headers: { range: 'bytes=1-3' } })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1-3/${picture.length}`])
      expect(Buffer.from(await part.arrayBuffer())).toEqual(picture.subarray(1, 4))
      const { env } = moving.services
      const context = { env, databaseUrl: async () => '', mailTo: undefined, outgoing: undefined }
      expect((await checkFiles(context)).found).toContain(
        there ? '/files stores, returns and deletes' : 'can be written',
      )
    } finally {
      await moving.app.stop()
      await moving.services.close()
    }
  }
})

test('a file that moves while a reader looks for it is found', async () => {
  const [{ storage: to }, { storage: from }] = [await newStorage('/later'), await newStorage('/sooner')]
  await from.put('moving', Buffer.from('x'))
  const moved = {
    ...from,
    /** The reader has not found it in the other store. */
    async open(key: string) {
      await to.put(key, (await from.open(key)).stream)
      await from.remove(key)
      return from.open(key)
    },
  }
  expect((await buffer((await withFallback(to, moved).open('moving')).stream)).toString()).toBe('x')
})

test('nothing moves when both addresses name one place, however they are spelled', async () => {
  const { storage } = await newStorage('/twice')
  const other = await newStorage('/twice/?region=eu-central-1')
  await storage.put('kept', Buffer.from('x'))
  const moving = moveFiles(app.services, { from: storage, to: other.storage, show: () => {} })
  await expect(moving).rejects.toThrow('name the same place. Nothing was moved.')
  const folder = createStore(app.services.env.files.dir, null)
  const [person] = (await openDesk(app)).operators
  const path = await upload(app, person, await drawPicture(64, 48, 'red').png().toBuffer())
  await expect(moveFiles(app.services, { from: folder, to: folder, show: () => {} })).rejects.toThrow(
    'same place',
  )
  expect((await download(app, path)).length).toBeGreaterThan(0)
})

test('a file that is deleted while it moves does not come back', async () => {
  const [person] = (await openDesk(app)).operators
  const path = await upload(app, person, await drawPicture(64, 48, 'red').png().toBuffer())
  const key = String(path.split('/').at(-1))
  const from = createStore(app.services.env.files.dir, null)
  const { storage: to } = await newStorage('/erased')
  const both = withFallback(to, from)
  const { services } = app
  let erasing: Promise<void> | undefined
  const slow = {
    ...to,
    /** Deletes the file after it was read, and stays within its transaction until the move waits for that. */
    async put(put: string, content: Buffer | Readable) {
      if (put === key) {
        await new Promise<void>((isRemoved) => {
          erasing = services.db.$transaction(async (tx) => {
            await tx.file.delete({ where: { key } })
            await both.remove(key)
            isRemoved()
            await until(() => expectWaiting(services))
          })
        })
      }
      return to.put(put, content)
    },
  }
  await moveFiles(services, { from, to: slow, show: () => {} })
  await erasing
  await expect(both.open(key)).rejects.toMatchObject({ code: 'not_found' })
})

/** Some statement waits for the lock of another transaction. */
async function expectWaiting({ db }: TestApp['services']): Promise<void> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%thumbKey%'`
  if (!row?.count) throw new Error('Nobody waits yet.')
}
