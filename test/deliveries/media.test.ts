import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPicture, makeWav } from '../files/samples.ts'
import type { TestApp } from '../support/app.ts'
import { openClientServer } from '../support/client-server.ts'
import type { Person } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { startSwitchboard } from '../support/switchboard.ts'

let app: TestApp
beforeAll(async () => {
  app = await startSwitchboard()
})
afterAll(() => app.close())

/** The head of a WebM file and nothing else, so that it does not tell how long it runs, as browsers record it. */
const WEBM = Buffer.concat([Buffer.from('1a45dfa3874282847765626d', 'hex'), Buffer.alloc(64)])
const FILE = expect.stringMatching(/^https?:\/\/[^/]+\/files\/[0-9a-f]{64}$/)

async function upload({ cookie }: Person, content: Buffer, name: string) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), name)
  const headers = { cookie, 'x-graphql-yoga-csrf': '1' }
  const response = await fetch(`${app.url}/files`, { method: 'POST', headers, body: form })
  expect(response.status).toBe(201)
  return (await response.json()) as { id: string; duration: number | null }
}

function sendContent({ execute }: Person, chatId: string, content: Record<string, unknown>) {
  const input = { idempotencyKey: randomUUID(), chatId: globalId('Chat', chatId), ...content }
  return mutate(execute, 'sendMessage', input, 'message { type media { duration latitude longitude } }')
}

/** Sends it as an operator; the message as the client's server gets it. */
async function deliver(content: Record<string, unknown>, file?: { content: Buffer; name: string }) {
  const { desk, receiver, chat } = await openClientServer(app)
  const [operator] = desk.operators
  const fileId = file && (await upload(operator, file.content, file.name)).id
  const sent = await sendContent(operator, await chat(), { ...content, fileId })
  expect(sent.userErrors).toEqual([])
  const { json } = await receiver.waitFor(() => true)
  return (json as { message: Record<string, unknown> }).message
}

describe.concurrent('an operator sends', () => {
  test('a photo', async () => {
    const content = await drawPicture(40, 30).jpeg().toBuffer()
    expect(await deliver({}, { content, name: 'photo.jpg' })).toEqual({
      type: 'photo',
      id: expect.any(String),
      file: FILE,
      file_name: 'photo.jpg',
      file_size: content.length,
      width: 40,
      height: 30,
      thumb: FILE,
    })
  })

  test('a video that does not tell how long it runs, with the length that the sender measured', async () => {
    expect(await deliver({ duration: 75 }, { content: WEBM, name: 'clip.webm' })).toEqual({
      type: 'video',
      id: expect.any(String),
      file: FILE,
      file_name: 'clip.webm',
      file_size: WEBM.length,
      duration: 75,
    })
  })

  test('audio, with the length that the file tells', async () => {
    const content = makeWav(3)
    expect(await deliver({ duration: 600 }, { content, name: 'song.wav' })).toEqual({
      type: 'audio',
      id: expect.any(String),
      file: FILE,
      file_name: 'song.wav',
      file_size: content.length,
      duration: 3,
    })
  })

  test('a voice message', async () => {
    const content = makeWav(2)
    expect(await deliver({ sendAs: 'VOICE' }, { content, name: 'voice.wav' })).toEqual({
      type: 'voice',
      id: expect.any(String),
      file: FILE,
      file_name: 'voice.wav',
      file_size: content.length,
      duration: 2,
    })
  })

  test('a sticker', async () => {
    const content = await drawPicture(128, 128, { r: 0, g: 128, b: 0, alpha: 0.5 }).png().toBuffer()
    expect(await deliver({ sendAs: 'STICKER' }, { content, name: 'wave.png' })).toEqual({
      type: 'sticker',
      id: expect.any(String),
      file: FILE,
      file_name: 'wave.png',
      file_size: content.length,
      width: 128,
      height: 128,
      thumb: FILE,
    })
  })

  test('a document, for which no length is taken', async () => {
    const content = Buffer.from('Notes')
    expect(await deliver({ duration: 5, text: 'As agreed' }, { content, name: 'notes.txt' })).toEqual({
      type: 'document',
      id: expect.any(String),
      file: FILE,
      file_name: 'notes.txt',
      file_size: content.length,
      text: 'As agreed',
    })
  })

  test.each([
    [48.85837, 2.294481],
    [0, 0],
    [-90, -180],
  ])('a location: %d, %d', async (latitude, longitude) => {
    expect(await deliver({ location: { latitude, longitude } })).toEqual({
      type: 'location',
      id: expect.any(String),
      latitude,
      longitude,
    })
  })
})

test('the length of a recording is kept with its file', async () => {
  const { desk } = await openClientServer(app)
  const [operator] = desk.operators
  expect((await upload(operator, makeWav(4), 'a.wav')).duration).toBe(4)
  expect((await upload(operator, WEBM, 'a.webm')).duration).toBeNull()
})

describe('what cannot be sent is refused at its field, and nothing leaves', () => {
  const place = (latitude: number, longitude: number) => ({ location: { latitude, longitude } })
  const wav = { content: makeWav(1), name: 'a.wav' }
  const notes = { content: Buffer.from('Notes'), name: 'a.txt' }
  const picture = async (side: number) => ({
    content: await drawPicture(side, 1).png().toBuffer(),
    name: 'a.png',
  })
  const heavy = async () => {
    const { content, name } = await picture(128)
    return { content: Buffer.concat([content, Buffer.alloc(1_000_000)]), name }
  }
  test.each([
    ['a latitude beyond the pole', place(90.001, 0), undefined, ['input', 'location', 'latitude']],
    ['a longitude beyond the date line', place(0, -180.5), undefined, ['input', 'location', 'longitude']],
    ['a place together with a file', place(1, 1), wav, ['input', 'location']],
    ['a voice message without sound', { sendAs: 'VOICE' }, notes, ['input', 'sendAs']],
    ['a sticker that is no picture', { sendAs: 'STICKER' }, wav, ['input', 'sendAs']],
    ['a sticker too large to be one', { sendAs: 'STICKER' }, picture(513), ['input', 'sendAs']],
    ['a sticker of more than 1 MB', { sendAs: 'STICKER' }, heavy(), ['input', 'sendAs']],
    ['a length of nothing', { duration: 0 }, wav, ['input', 'duration']],
    ['a length of more than a day', { duration: 86_401 }, wav, ['input', 'duration']],
    ['nothing but a kind', { sendAs: 'VOICE' }, undefined, ['input', 'text']],
  ])('%s', async (_name, content, file, field) => {
    const { desk, receiver, chat, send } = await openClientServer(app)
    const [operator] = desk.operators
    const given = await file
    const fileId = given && (await upload(operator, given.content, given.name)).id
    const chatId = await chat()
    const refused = await sendContent(operator, chatId, { ...content, fileId })
    expect(refused).toMatchObject({
      message: null,
      userErrors: [{ code: field.includes('text') ? 'BLANK' : 'INVALID', field }],
    })
    await send(chatId, 'the next one')
    const [request] = await receiver.waitFor(1)
    expect(request?.json).toMatchObject({ message: { type: 'text', text: 'the next one' } })
  })
})

test('the list of chats shows a place as a word', async () => {
  const { desk, chat } = await openClientServer(app)
  const chatId = await chat()
  await sendContent(desk.operators[0], chatId, { location: { latitude: 52.52, longitude: 13.405 } })
  const { preview } = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })
  expect(preview).toBe('Location')
})
