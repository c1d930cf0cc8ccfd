import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createFolderStorage } from '../../server/files/folder-storage.ts'

async function newStorage() {
  const dir = await mkdtemp(join(tmpdir(), 'storage-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  return { dir, storage: createFolderStorage({ dir: join(dir, 'files') }) }
}

test('gives back what was put, from memory and from a stream', async () => {
  const { dir, storage } = await newStorage()
  const content = randomBytes(300_000)
  expect(await storage.put('ab12', content)).toBe(300_000)
  expect(await storage.put('cd34_thumb', Readable.from([content, content]))).toBe(600_000)
  const { stream, size } = await storage.open('ab12')
  expect(size).toBe(300_000)
  expect((await buffer(stream)).equals(content)).toBe(true)
  expect(await readdir(join(dir, 'files'))).toEqual(['ab', 'cd', 'incoming'])
})

test('gives back a part, and the size of the whole', async () => {
  const { storage } = await newStorage()
  await storage.put('key', Buffer.from('0123456789'))
  const { stream, size } = await storage.open('key', { start: 2, end: 4 })
  expect(size).toBe(10)
  expect((await buffer(stream)).toString()).toBe('234')
})

test('keeps nothing of a stream that breaks', async () => {
  const { dir, storage } = await newStorage()
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('the connection is gone')
    })(),
  )
  await expect(storage.put('key', broken)).rejects.toThrow('the connection is gone')
  await expect(storage.open('key')).rejects.toMatchObject({ code: 'not_found' })
  expect(await readdir(join(dir, 'files', 'incoming'))).toEqual([])
})

test('removes a file, also one that is not there', async () => {
  const { storage } = await newStorage()
  await storage.put('key', Buffer.from('x'))
  await storage.remove('key')
  await storage.remove('key')
  await expect(storage.open('key')).rejects.toMatchObject({ code: 'not_found' })
})

test.each(['../secret', 'a/b/c', '..', 'UPPER', 'with.dot', 'ab', '', 'x'.repeat(129)])(
  'knows no file under the key %j',
  async (key) => {
    const { storage } = await newStorage()
    await expect(storage.put(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(storage.open(key)).rejects.toMatchObject({ code: 'not_found' })
    await expect(storage.remove(key)).rejects.toMatchObject({ code: 'not_found' })
  },
)
