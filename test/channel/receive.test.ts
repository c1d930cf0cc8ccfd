import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message, Visitor } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

interface Stored {
  message: Message
  visitor: Visitor
}

/** Posts a body that must be taken, and reads what was stored. */
async function stored(body: object | string, headers?: Record<string, string>): Promise<Stored> {
  const response = await desk.post(body, headers)
  const answer = await response.json()
  expect(answer).toEqual({ result: 'ok', message_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(response.status).toBe(200)
  const { chat, ...message } = await app.services.db.message.findUniqueOrThrow({
    where: { id: (answer as { message_id: string }).message_id },
    include: { chat: { include: { visitor: true } } },
  })
  return { message, visitor: chat.visitor }
}

const text = (sender: object, message: object = {}) => ({
  sender: { id: randomUUID(), ...sender },
  message: { type: 'text', text: 'Hello', ...message },
})

describe('sender.id', () => {
  test.each([
    ['a text', 'visitor-1'],
    ['zero', 0],
    ['the text zero', '0'],
    ['a negative integer', -1],
    ['the largest integer that is exact', Number.MAX_SAFE_INTEGER],
    ['the smallest integer that is exact', Number.MIN_SAFE_INTEGER],
    ['characters of every plane', 'Ünïcode 漢字 👩‍👩‍👧 \u200f'],
    ['a path', '../../etc?x=1#y'],
    ['255 characters', 'é'.repeat(255)],
    ['255 characters that take two units each', '👍'.repeat(255)],
    ['a name that JavaScript knows', '__proto__'],
    ['blanks around', ' a '],
  ])('is kept in value and type: %s', async (_name, id) => {
    const other = await openDesk(app)
    const response = await other.post({ sender: { id }, message: { type: 'text', text: 'x' } })
    expect(response.status).toBe(200)
    const visitor = await app.services.db.visitor.findFirstOrThrow({ where: { channelId: other.channel.id } })
    expect(visitor.externalId).toBe(id)
    expect(visitor.key).toBe(String(id))
  })

  test('a text and an integer of the same form are one visitor, and the form of the last one goes back', async () => {
    const first = await stored({ sender: { id: '42' }, message: { type: 'text', text: 'a' } })
    const second = await stored({ sender: { id: 42 }, message: { type: 'text', text: 'b' } })
    expect(second.visitor.id).toBe(first.visitor.id)
    expect(second.message.chatId).toBe(first.message.chatId)
    expect(second.visitor.externalId).toBe(42)
    const third = await stored({ sender: { id: '42' }, message: { type: 'text', text: 'c' } })
    expect(third.visitor.externalId).toBe('42')
  })

  test.each([
    ['absent', { sender: { name: 'Ann' } }],
    ['null', { sender: { id: null } }],
    ['empty', { sender: { id: '' } }],
    ['blank', { sender: { id: '  ' } }],
    ['without a sender', {}],
    ['with a sender that is null', { sender: null }],
    ['with a sender that is a text', { sender: 'Ann' }],
  ])('%s: the message is not forwarded', async (_name, part) => {
    const other = await openDesk(app)
    const response = await other.post({ ...part, message: { type: 'text', text: 'x' } })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ result: 'ignored', reason: 'sender_id_missing' })
    expect(await app.services.db.visitor.count({ where: { channelId: other.channel.id } })).toBe(0)
  })

  test.each([
    ['an integer beyond 2^53−1', '9007199254740992'],
    ['an integer that would be rounded', '9007199254740993'],
    ['an integer that is too large for any number', '1e400'],
    ['an integer below −(2^53−1)', '-9007199254740992'],
    ['a number that is not whole', '1.5'],
    ['256 characters', JSON.stringify('a'.repeat(256))],
    ['NUL', '"a\\u0000b"'],
    ['half a character', '"a\\ud83d"'],
    ['a boolean', 'true'],
    ['an object', '{"a":1}'],
    ['a list', '[1]'],
  ])('is refused when it cannot be kept exactly: %s', async (_name, id) => {
    const response = await desk.post(`{"sender":{"id":${id}},"message":{"type":"text","text":"x"}}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: { code: 'sender_id_invalid', message: expect.any(String), field: 'sender.id' },
    })
  })
})

describe('message.text', () => {
  test.each([
    ['ASCII', 'a'.repeat(1000), 'b'],
    ['characters of two units', '👍'.repeat(1000), '👎'],
    ['a mixture that would cut a character in half', `a${'👍'.repeat(999)}`, '👎'],
  ])('is cut to 1000 characters, never in the middle of one: %s', async (_name, kept, more) => {
    expect((await stored(text({}, { text: kept }))).message.text).toBe(kept)
    expect((await stored(text({}, { text: kept + more.repeat(5) }))).message.text).toBe(kept)
  })

  test('keeps line breaks, markup and every script, and loses only what a text cannot hold', async () => {
    const wild = ' <b>&amp;</b>\n\t漢字 العربية 👩‍👩‍👧 '
    expect((await stored(text({}, { text: wild }))).message.text).toBe(wild)
    const broken = await desk.post(
      `{"sender":{"id":"${randomUUID()}"},"message":{"type":"text","text":"a\\u0000b\\ud83dc"}}`,
    )
    const { message_id: id } = (await broken.json()) as { message_id: string }
    const message = await app.services.db.message.findUniqueOrThrow({ where: { id } })
    expect(message.text).toBe('ab\ufffdc')
  })

  test('a number is taken as it is written', async () => {
    expect((await stored(text({}, { text: 12.5 }))).message.text).toBe('12.5')
  })

  test.each([
    ['absent', {}],
    ['null', { text: null }],
    ['empty', { text: '' }],
    ['blank', { text: ' \n ' }],
    ['blank in other scripts', { text: '\u00a0\u3000\u2029\ufeff' }],
    ['an object', { text: { a: 1 } }],
    ['nothing but NUL', { text: '\0' }],
  ])('of a text message it is required: %s', async (_name, message) => {
    const response = await desk.post({ sender: { id: 1 }, message: { type: 'text', ...message } })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_request', field: 'message.text' } })
  })
})

describe('the other fields of a sender', () => {
  test('are all kept', async () => {
    const { visitor, message } = await stored(
      text({
        name: 'Ann',
        phone: '+49 30 1',
        email: 'ann@example.com',
        photo: 'https://example.com/a.png',
        url: 'app://screen/7',
        invite: 'Can we help?',
      }),
    )
    expect(visitor).toMatchObject({
      name: 'Ann',
      phone: '+49 30 1',
      email: 'ann@example.com',
      photoUrl: 'https://example.com/a.png',
      pageUrl: 'app://screen/7',
    })
    expect(message.invite).toBe('Can we help?')
  })

  test('without name, phone and email the visitor is anonymous, with a number', async () => {
    const { visitor } = await stored(text({}))
    expect(visitor).toMatchObject({ name: null, phone: null, email: null, number: expect.any(Number) })
  })

  test('what is left out or blank keeps the earlier value; a new one replaces it from then on', async () => {
    const id = randomUUID()
    await stored(text({ id, name: 'Ann', email: 'ann@example.com', phone: '1' }))
    const kept = await stored(text({ id, name: '  ', email: null }))
    expect(kept.visitor).toMatchObject({ name: 'Ann', email: 'ann@example.com', phone: '1' })
    const renamed = await stored(text({ id, name: 'Anna', phone: 2 }))
    expect(renamed.visitor).toMatchObject({ name: 'Anna', email: 'ann@example.com', phone: '2' })
    const notices = await app.services.db.message.findMany({
      where: { chatId: renamed.message.chatId, type: 'NOTICE' },
    })
    expect(notices.map(({ notice }) => notice)).toEqual([{ kind: 'VISITOR_RENAMED', text: 'Anna' }])
  })

  test.each([
    ['name', { name: 'Anna' }, { name: 'Anna' }],
    ['email', { email: 'anna@example.com' }, { email: 'anna@example.com' }],
    ['phone', { phone: '2' }, { phone: '2' }],
    ['url', { url: 'https://shop.example/cart' }, { pageUrl: 'https://shop.example/cart' }],
  ])('a new %s is kept, also when nothing else is new', async (_name, change, kept) => {
    const known = { id: randomUUID(), name: 'Ann', email: 'ann@example.com', phone: '1' }
    await stored(text({ ...known, url: 'https://shop.example/' }))
    const { visitor } = await stored(text({ ...known, ...change }))
    const before = { name: 'Ann', email: 'ann@example.com', phone: '1', pageUrl: 'https://shop.example/' }
    expect(visitor).toMatchObject({ ...before, ...kept })
  })

  test.each([
    ['of another scheme', 'javascript:alert(1)'],
    ['without a scheme', 'example.com/a.png'],
    ['a data address', 'data:image/png;base64,AAAA'],
    ['blank', ' '],
    ['an object', { url: 'https://example.com' }],
    ['nothing but a scheme', 'https://'],
  ])('a photo that is not an http(s) address is ignored, never refused: %s', async (_name, photo) => {
    expect((await stored(text({ photo }))).visitor.photoUrl).toBeNull()
  })

  test('a photo that is ignored leaves the earlier one', async () => {
    const id = randomUUID()
    await stored(text({ id, photo: 'http://example.com/a.png' }))
    const { visitor } = await stored(text({ id, photo: 'ftp://example.com/b.png' }))
    expect(visitor.photoUrl).toBe('http://example.com/a.png')
  })

  test('are never a reason to refuse a message', async () => {
    await stored(
      text({ name: {}, phone: [], email: true, url: { a: 1 }, invite: 7, unknown: 'x' }, { id: {} }),
    )
  })

  test('message.id is only kept: two messages with the same one are two messages', async () => {
    const id = randomUUID()
    const first = await stored(text({ id }, { id: 'constant' }))
    const second = await stored(text({ id }, { id: 'constant' }))
    expect(first.message.externalId).toBe('constant')
    expect(second.message.id).not.toBe(first.message.id)
    expect([first.message.seq, second.message.seq]).toEqual([1, 2])
  })
})

describe('media', () => {
  const file = { file: 'https://example.com/f', file_name: 'f.bin', file_size: 12 }
  const storedFile = { file: 'https://example.com/f', fileName: 'f.bin', fileSize: 12 }

  test.each(['video', 'audio', 'voice', 'photo', 'sticker', 'document'])(
    '%s is taken with every field',
    async (type) => {
      const fields = {
        thumb: 'http://example.com/t.png',
        emoji: '🎬',
        duration: 3,
        width: 640,
        height: 480,
        performer: 'P',
        title: 'T',
      }
      const { message } = await stored(text({}, { type, ...file, ...fields, text: 'Look' }))
      expect(message).toMatchObject({ type: type.toUpperCase(), text: 'Look' })
      expect(message.media).toEqual({ ...storedFile, ...fields })
    },
  )

  test('a location needs coordinates and keeps them', async () => {
    const place = { latitude: -33.8568, longitude: 151.2153 }
    const { message } = await stored({
      sender: { id: randomUUID() },
      message: { type: 'location', ...place },
    })
    expect(message).toMatchObject({ type: 'LOCATION', text: null, media: place })
    const texts = await stored(text({}, { type: 'location', latitude: '52.5', longitude: '0' }))
    expect(texts.message.media).toEqual({ latitude: 52.5, longitude: 0 })
  })

  test('file_name and file_size may be left out', async () => {
    const { message } = await stored(text({}, { type: 'photo', file: file.file, text: undefined }))
    expect(message).toMatchObject({ text: null, media: { file: file.file } })
  })

  test.each([0, -1, 1.5, 'many', null, {}, '1e999'])(
    'a file_size of %j is dropped, not refused',
    async (size) => {
      const bad = { duration: size, width: size, height: size, file_size: size, thumb: 'x:y' }
      const { message } = await stored(text({}, { type: 'video', ...file, ...bad }))
      expect(message.media).toEqual({ file: file.file, fileName: file.file_name })
    },
  )

  test.each([
    ['no file', { type: 'photo' }, 'message.file'],
    ['a file that is no http(s) address', { type: 'document', file: 'file:///etc/passwd' }, 'message.file'],
    ['no latitude', { type: 'location', longitude: 1 }, 'message.latitude'],
    ['no longitude', { type: 'location', latitude: 1 }, 'message.longitude'],
    ['a latitude beyond the pole', { type: 'location', latitude: 91, longitude: 1 }, 'message.latitude'],
    ['an unknown type', { type: 'poll', text: 'x' }, 'message.type'],
    ['a type in other letters', { type: 'TEXT', text: 'x' }, 'message.type'],
    ['a type of the prototype', { type: 'constructor', text: 'x' }, 'message.type'],
    ['no type', { text: 'x' }, 'message.type'],
  ])('is refused when it is not a message: %s', async (_name, message, field) => {
    const response = await desk.post({ sender: { id: 1 }, message })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: { code: 'invalid_request', message: expect.any(String), field },
    })
  })
})

describe('typing', () => {
  test('from a visitor without an open chat opens none', async () => {
    const other = await openDesk(app)
    for (const type of ['typein', 'typeout']) {
      const response = await other.post({ sender: { id: 7, name: 'Ann' }, message: { type } })
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ result: 'ok' })
    }
    expect(await app.services.db.chat.count({ where: { channelId: other.channel.id } })).toBe(0)
    expect(await app.services.db.visitor.count({ where: { channelId: other.channel.id } })).toBe(0)
  })

  test('stores nothing in an open chat, whatever else the message carries', async () => {
    const id = randomUUID()
    const { message } = await stored(text({ id, name: 'Ann' }))
    await desk.post({ sender: { id, name: 'Bob' }, message: { type: 'typein', text: 'secret' } })
    const chat = await desk.chatOf(id)
    expect(chat.lastSeq).toBe(message.seq)
    expect((await app.services.db.visitor.findUniqueOrThrow({ where: { id: chat.visitorId } })).name).toBe(
      'Ann',
    )
  })
})

test('the list of chats names a file without a comment or a name as its address ends', async () => {
  const previewOf = async (message: object) => {
    const { visitor } = await stored({ sender: { id: randomUUID() }, message })
    return (await desk.chatOf(visitor.key)).preview
  }
  expect(await previewOf({ type: 'audio', file: 'https://files.example/a/none.mp3?v=2' })).toBe('none.mp3')
  expect(await previewOf({ type: 'document', file: 'https://files.example/?id=7' })).toBe('files.example')
  expect(await previewOf({ type: 'location', latitude: 52.52, longitude: 13.405 })).toBe('Location')
  const long = await previewOf({ type: 'photo', file: `https://files.example/${'x'.repeat(1_000)}` })
  expect(long).toBe('x'.repeat(200))
})
