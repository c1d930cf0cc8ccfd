import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkFiles } from '../../server/domain/installation/checks/check-files.ts'
import { createLogger } from '../../server/process/logger.ts'
import { mountSmallDisk } from '../faults/machines/small-disk.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { fillDiskFor } from '../support/full-disk.ts'
import { mutate } from '../support/graphql-client.ts'
import { drawPicture } from './samples.ts'

const written = new PassThrough()
let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp({ log: createLogger('info', 'all', written) })
  desk = await openDesk(app)
})
afterAll(() => app.close())

interface Answer {
  id: string
  url: string
  error?: { code: string; message: string }
}

async function upload(content: Buffer, name = 'a.png') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const headers = { cookie: desk.operators[0].cookie, 'x-graphql-yoga-csrf': '1' }
  const response = await fetch(`${app.url}/files`, { method: 'POST', headers, body: form })
  return { status: response.status, body: (await response.json()) as Answer }
}

const picture = () => drawPicture(640, 480).png().toBuffer()
const linesOfLog = () => String(written.read() ?? '').split('\n')
const storedBytes = async () =>
  Number((await app.services.db.account.findUniqueOrThrow({ where: { id: desk.account.id } })).storedBytes)

test('an upload for which there is no room is told so, and a line of the log that an alert can look for', async () => {
  fillDiskFor(app.services, 'receive')
  linesOfLog()
  const { status, body } = await upload(Buffer.alloc(3_000_000), 'hush.bin')
  expect([status, body.error]).toEqual([
    507,
    { code: 'disk_full', message: 'There is no space left for files. Try again later.' },
  ])
  const lines = linesOfLog().filter((line) => line.includes('"code":"disk_full"'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, status: 507, route: '/files', reason: expect.stringContaining('ENOSPC') },
  ])
  expect(lines[0]).not.toContain('hush')
})

test('a picture whose thumbnail has no room takes nothing of the space of the account', async () => {
  fillDiskFor(app.services, 'put')
  const before = await storedBytes()
  expect((await upload(await picture())).status).toBe(507)
  expect(await storedBytes()).toBe(before)
})

test('a photo for which there is no room is refused, and the profile stays as it was', async () => {
  const { body } = await upload(await picture())
  fillDiskFor(app.services, 'put')
  const [{ execute, user }] = desk.operators
  const input = { name: 'Ada', photoFileId: body.id }
  await expect(mutate(execute, 'updateProfile', input)).rejects.toThrow('There is no space left for files.')
  const { name, photoId } = await app.services.db.user.findUniqueOrThrow({ where: { id: user.id } })
  expect([name, photoId]).toEqual([user.name, null])
})

test.runIf(process.getuid?.() === 0)(
  'nothing of an upload stays on a full disk, the doctor names it, and when there is room again, uploads work',
  async () => {
    const { env } = app.services
    const { dir } = env.files
    await mkdir(dir, { recursive: true })
    const disk = mountSmallDisk(dir)
    onTestFinished(() => disk.remove())
    expect(disk.canFill).toBe(true)
    const context = { env, databaseUrl: async () => '', mailTo: undefined, outgoing: undefined }
    disk.fill()
    expect(await upload(Buffer.alloc(3_000_000), 'a.bin')).toMatchObject({
      status: 507,
      body: { error: { code: 'disk_full' } },
    })
    expect(await readdir(join(dir, 'incoming'))).toEqual([])
    await expect(checkFiles(context)).rejects.toThrow(`DATA_DIR: ${dir} cannot be written: the disk is full.`)
    disk.empty()
    const { status, body } = await upload(Buffer.alloc(3_000_000), 'a.bin')
    expect(status).toBe(201)
    const key = body.url.split('/').at(-1) ?? ''
    expect(existsSync(join(dir, key.slice(0, 2), key))).toBe(true)
    expect((await checkFiles(context)).found).toContain('can be written')
  },
)
