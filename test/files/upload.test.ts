import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { AppError } from '../../server/errors.ts'
import { FileWorkers } from '../../server/files/file-workers.ts'
import { createFolderStorage } from '../../server/files/folder-storage.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { until } from '../support/until.ts'
import { drawPicture, makeEndlessRecording } from './samples.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp({ variables: { FILE_MAX_BYTES: '4000000' } })
  desk = await openDesk(app, { operators: 3 })
})
afterAll(() => app.close())

interface Uploaded {
  status: number
  body: { mediaType?: string; width?: number; thumbUrl?: string; url?: string; error?: { code: string } }
}

async function upload({ cookie }: Person, content: Buffer, name: string): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const headers = { cookie, 'x-graphql-yoga-csrf': '1' }
  const response = await fetch(`${app.url}/files`, { method: 'POST', headers, body: form })
  return { status: response.status, body: (await response.json()) as Uploaded['body'] }
}

/** Replaces the app's own until the test ends. */
function useFileWorkers(options: ConstructorParameters<typeof FileWorkers>[0]): void {
  const { fileWorkers } = app.services
  const own = new FileWorkers(options)
  app.services.fileWorkers = own
  onTestFinished(() => {
    own.close()
    app.services.fileWorkers = fileWorkers
  })
}

/** Every file under the app's folder with its permissions, and the folders with theirs. */
async function listFiles() {
  const { dir } = app.services.env.files
  const names = ['.', ...(await readdir(dir, { recursive: true }))]
  return Promise.all(
    names.map(async (name) => {
      const found = await stat(join(dir, name))
      return { name, isFolder: found.isDirectory(), mode: found.mode & 0o777, size: found.size }
    }),
  )
}
const unfinished = async () =>
  (await listFiles()).filter(({ name }) => name.startsWith('incoming/')).map(({ name }) => name)

test('an operator uploads a picture and gets its address and that of its thumbnail', async () => {
  const { status, body } = await upload(
    desk.operators[0],
    await drawPicture(640, 480).png().toBuffer(),
    'a.png',
  )
  expect(status).toBe(201)
  expect(body).toMatchObject({ mediaType: 'PHOTO', width: 640 })
  const thumb = await fetch(String(body.thumbUrl).replace(app.services.env.http.publicUrl, app.url))
  expect((await sharp(Buffer.from(await thumb.arrayBuffer())).metadata()).width).toBe(320)
  expect(await unfinished()).toEqual([])
})

test('a recording that no parser comes to the end of is kept as a document, and nobody waits for it meanwhile', async () => {
  useFileWorkers({ limitMs: 3_000 })
  const bomb = upload(desk.operators[0], makeEndlessRecording(), 'a.mp3')
  let isOver = false
  void bomb.finally(() => {
    isOver = true
  })
  let answered = 0
  await until(async () => {
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    answered++
    expect(isOver).toBe(true)
  })
  expect(answered).toBeGreaterThan(5)
  expect(await bomb).toMatchObject({ status: 201, body: { mediaType: 'DOCUMENT' } })
})

test('the file of one operator does not wait for that of another', async () => {
  useFileWorkers({ limitMs: 20_000 })
  const [first, second] = desk.operators
  const bombs = [1, 2, 3].map(() => upload(first, makeEndlessRecording(), 'a.mp3').catch(() => undefined))
  const picture = await drawPicture(40, 20).png().toBuffer()
  const isFirst = await Promise.race([
    ...bombs.map((bomb) => bomb.then(() => 'a bomb')),
    upload(second as Person, picture, 'a.png').then(({ body }) => body.mediaType),
  ])
  expect(isFirst).toBe('PHOTO')
  app.services.fileWorkers.close()
  await Promise.all(bombs)
})

/** With a file that is looked into until the limit, and one that takes a moment. */
async function openFileWorkers(options: ConstructorParameters<typeof FileWorkers>[0]) {
  const workers = new FileWorkers(options)
  onTestFinished(() => workers.close())
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-bombs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [bomb, picture] = [join(folder, 'a.mp3'), join(folder, 'a.png')]
  await writeFile(bomb, makeEndlessRecording())
  await writeFile(picture, await drawPicture(40, 20).png().toBuffer())
  return { workers, bomb, picture }
}

test('a visitor whose files take long does not make another wait for all of them', async () => {
  const { workers, bomb, picture } = await openFileWorkers({
    processes: 2,
    visitorLimitMs: 3_000,
    visitorWaitMs: 60_000,
  })
  const ended: string[] = []
  const send = async (id: string, path: string) => {
    const { found } = await workers.inspect({ id, isVisitor: true }, { path, name: 'a' })
    ended.push(`${id}: ${found.mediaType}`)
  }
  await Promise.all([send('long', bomb), send('long', bomb), send('long', bomb), send('short', picture)])
  expect(ended).toEqual(['long: DOCUMENT', 'short: PHOTO', 'long: DOCUMENT', 'long: DOCUMENT'])
})

test('a visitor whose file cannot be looked into soon is told so within seconds', async () => {
  const { workers, bomb, picture } = await openFileWorkers({
    processes: 2,
    visitorLimitMs: 20_000,
    visitorWaitMs: 300,
  })
  const ended: string[] = []
  void workers
    .inspect({ id: 'long', isVisitor: true }, { path: bomb, name: 'a' })
    .then(() => ended.push('long'))
  const short = workers.inspect({ id: 'short', isVisitor: true }, { path: picture, name: 'a' })
  await expect(short).rejects.toMatchObject({ code: 'service_unavailable', retryAfter: 5 })
  expect(ended).toEqual([])
})

test('however many visitors send what takes long, an operator does not wait for them', async () => {
  const { workers, bomb, picture } = await openFileWorkers({
    processes: 2,
    visitorLimitMs: 600_000,
    visitorWaitMs: 600_000,
  })
  const ended: string[] = []
  const refused: [visitor: number, code: string][] = []
  const send = (visitor: number) =>
    workers
      .inspect({ id: `visitor ${visitor}`, isVisitor: true }, { path: bomb, name: 'a.mp3' })
      .then(() => ended.push(`visitor ${visitor}`))
      .catch(({ code }: AppError) => refused.push([visitor, code]))
  // One is looked into, and 200 wait, of which 20 are of the same visitor.
  for (let n = 0; n < 22; n++) void send(1_000)
  for (let n = 0; n < 181; n++) void send(n)
  const { found } = await workers.inspect(
    { id: 'operator', isVisitor: false },
    { path: picture, name: 'a.png' },
  )
  expect(found.mediaType).toBe('PHOTO')
  expect(ended).toEqual([])
  expect(refused).toEqual([
    [1_000, 'service_unavailable'],
    [180, 'service_unavailable'],
  ])
})

test('a process that takes too much memory is ended, and the next file is looked into by another', async () => {
  // A bitmap of 49 million pixels in a few kilobytes, which a decoder turns into hundreds of megabytes.
  useFileWorkers({ memoryBytes: 200 * 1024 * 1024 })
  const bomb = await sharp({ create: { width: 7000, height: 7000, channels: 4, background: '#0000' } })
    .gif()
    .toBuffer()
  expect((await upload(desk.operators[0], bomb, 'a.gif')).body.mediaType).toBe('DOCUMENT')
  const picture = await drawPicture(40, 20).png().toBuffer()
  expect((await upload(desk.operators[0], picture, 'a.png')).body.mediaType).toBe('PHOTO')
})

test('a process that looks into files knows nothing of the server’s environment, which holds secrets', async () => {
  // Its command line names it.
  const memoryBytes = 1_000_000_001
  const { workers, picture } = await openFileWorkers({ memoryBytes })
  await workers.inspect({ id: 'operator', isVisitor: false }, { path: picture, name: 'a.png' })
  const read = async (pid: string, file: string): Promise<string[]> => {
    const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    return text.split('\0').filter(Boolean)
  }
  const names: string[][] = []
  for (const pid of await readdir('/proc')) {
    if (!(await read(pid, 'cmdline')).includes(String(memoryBytes))) continue
    names.push((await read(pid, 'environ')).map((variable) => variable.split('=')[0] ?? '').sort())
  }
  expect(names).toEqual([['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'PATH']])
})

test('an upload that is cut off leaves nothing behind', async () => {
  const before = (await listFiles()).length
  const sent = request(`${app.url}/files`, {
    method: 'POST',
    headers: {
      cookie: desk.operators[0].cookie,
      'x-graphql-yoga-csrf': '1',
      'content-type': 'multipart/form-data; boundary=x',
    },
  })
  sent.on('error', () => undefined)
  sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n')
  sent.write(Buffer.alloc(1_000_000))
  await expect.poll(unfinished).toHaveLength(1)
  sent.destroy()
  await expect.poll(unfinished).toEqual([])
  expect((await listFiles()).length).toBeLessThanOrEqual(before + 1)
})

test('a file over the limit is refused, whether its length is announced or not, and nothing of it stays', async () => {
  const { cookie } = desk.operators[0]
  const large = Buffer.alloc(4_000_001)
  expect(await upload(desk.operators[0], large, 'a.bin')).toMatchObject({
    status: 413,
    body: { error: { code: 'payload_too_large' } },
  })
  const parts = [
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
    large,
    '\r\n--x--\r\n',
  ]
  const chunked = await fetch(`${app.url}/files`, {
    method: 'POST',
    headers: { cookie, 'x-graphql-yoga-csrf': '1', 'content-type': 'multipart/form-data; boundary=x' },
    body: new Blob(parts.map((part) => new Uint8Array(Buffer.from(part)))).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(chunked.status).toBe(413)
  expect(await unfinished()).toEqual([])
})

test('nobody else on the machine can read the files, not even in a folder that was open before', async () => {
  await upload(desk.operators[0], await drawPicture(40, 20).png().toBuffer(), 'a.png')
  const files = await listFiles()
  expect(new Set(files.filter(({ isFolder }) => isFolder).map(({ mode }) => mode))).toEqual(new Set([0o700]))
  expect(new Set(files.filter(({ isFolder }) => !isFolder).map(({ mode }) => mode))).toEqual(new Set([0o600]))
  const open = await mkdtemp(join(tmpdir(), 'switchboard-open-'))
  onTestFinished(() => rm(open, { recursive: true }))
  await chmod(open, 0o755)
  createFolderStorage({ dir: open })
  expect((await stat(open)).mode & 0o777).toBe(0o700)
})
