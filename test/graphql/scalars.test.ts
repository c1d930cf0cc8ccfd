import { randomUUID } from 'node:crypto'
import { getNamedType, isObjectType, isScalarType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../server/graphql/schema.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { mutate } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

/** An API token that expires at this moment; what the server answers. */
const expiring = (expiresAt: unknown) =>
  desk.admin.execute(
    `mutation ($input: CreateApiTokenInput!) {
      createApiToken(input: $input) { apiToken { expiresAt } userErrors { code } }
    }`,
    { input: { name: randomUUID(), expiresAt } },
  )

describe('a DateTime', () => {
  test.each([
    ['2096-01-31T12:00:00Z', '2096-01-31T12:00:00.000Z'],
    ['2096-01-31t13:30:00.5+01:30', '2096-01-31T12:00:00.500Z'],
    ['2096-02-29T23:59:59.123456789-00:00', '2096-02-29T23:59:59.123Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is accepted and returned in UTC with milliseconds', async (written, read) => {
    const { data, errors } = await expiring(written)
    expect(errors).toBeUndefined()
    expect(data.createApiToken).toEqual({ apiToken: { expiresAt: read }, userErrors: [] })
  })

  test.each([
    ['a year', '2096'],
    ['a number', 4_000_000_000_000],
    ['a number in a text', '4000000000000'],
    ['a date', '2096-01-31'],
    ['a local time', '2096-01-31T12:00:00'],
    ['a time without seconds', '2096-01-31T12:00Z'],
    ['a day that does not exist', '2097-02-29T12:00:00Z'],
    ['an hour that does not exist', '2096-01-31T24:00:00Z'],
    ['a zone that does not exist', '2096-01-31T12:00:00+24:00'],
    ['a zone by its name', '2096-01-31T12:00:00 CET'],
    ['a date in words', 'Tue, 31 Jan 2096 12:00:00 GMT'],
    ['a year that PostgreSQL does not have', '0000-01-01T00:00:00Z'],
    ['a moment after the year 9999', '9999-12-31T23:59:59-01:00'],
    ['a list', ['2096-01-31T12:00:00Z']],
  ])('is refused when it is %s', async (_name, value) => {
    const { errors } = await expiring(value)
    expect(errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
  })

  test('is refused as a number in the document, too', async () => {
    const { errors } = await desk.admin.execute(
      'mutation { createApiToken(input: { name: "x", expiresAt: 2096 }) { userErrors { code } } }',
    )
    expect(errors?.[0]?.message).toContain('RFC 3339')
  })
})

test('every scalar of ours says by what it is specified', () => {
  const ours = Object.values(schema.getTypeMap()).filter(
    (type) => isScalarType(type) && !['String', 'Int', 'Float', 'Boolean', 'ID'].includes(type.name),
  )
  expect(ours.map((type) => [type.name, isScalarType(type) && Boolean(type.specifiedByURL)])).toEqual([
    ['ByteCount', true],
    ['DateTime', true],
    ['JSON', true],
    ['UUID', true],
  ])
})

test('only degrees and averages are fractions: pixels, bytes and seconds are integers', () => {
  const fractions = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields())
          .filter((field) => getNamedType(field.type).name === 'Float')
          .map((field) => field.name)
      : [],
  )
  expect(new Set(fractions)).toEqual(new Set(['latitude', 'longitude', 'chatsAtOnce']))
})

test('what an Int cannot hold is null, the size is there in bytes nevertheless, and so is the rest of the message', async () => {
  const message = { type: 'video', file: 'https://example.com/a.mp4', file_size: 5_000_000_000, width: 640 }
  await desk.post({ sender: { id: 'big' }, message: { ...message, duration: 2 ** 40, height: 480 } })
  const { data, errors } = await desk.admin.execute(
    '{ chats(view: ALL) { nodes { messages { nodes { media { fileSize fileBytes duration width height } } } } } }',
  )
  expect(errors).toBeUndefined()
  expect(data.chats.nodes[0].messages.nodes).toEqual([
    { media: { fileSize: null, fileBytes: 5_000_000_000, duration: null, width: 640, height: 480 } },
  ])
})

test('a UUID in capitals is the same UUID', async () => {
  await desk.say('visitor', 'Hello')
  const chat = await desk.chatOf('visitor')
  const id = randomUUID()
  const { data } = await desk.operators[0].execute(
    `{ node(id: "${Buffer.from(`Chat:${chat.id}`).toString('base64')}") { id } }`,
  )
  const send = (key: string) =>
    mutate(
      desk.operators[0].execute,
      'sendMessage',
      { idempotencyKey: key, chatId: data.node.id, text: 'Hi' },
      'message { id }',
    )
  const first = await send(id)
  expect(await send(id.toUpperCase())).toEqual(first)
})
