import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { openGate } from '../support/gate.ts'
import { globalId, graphqlAs } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { createDatabase } from '../support/postgres.ts'
import { startRedis } from '../support/redis.ts'
import { openStores } from '../support/stores.ts'
import { until } from '../support/until.ts'

const AWAY = [{ message: expect.stringContaining('database'), extensions: { code: 'SERVICE_UNAVAILABLE' } }]

test('a PostgreSQL that is away is told with 503 and a code, and forgotten when it is back', async () => {
  const stores = await openStores()
  const gate = await openGate(stores.databaseUrl)
  const app = await startTestApp({ stores: { ...stores, databaseUrl: gate.url } })
  try {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    await desk.say('visitor', 'Hello')
    const chat = await desk.chatOf('visitor')
    const socket = openSocket(app.url, operator)
    await socket.execute('{ viewer { email } }')
    const send = {
      query: 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { userErrors { code } } }',
      variables: { input: { idempotencyKey: randomUUID(), chatId: globalId('Chat', chat.id), text: 'Hi' } },
    }
    const list = '{ chats(view: ALL) { edges { node { messages(last: 1) { edges { node { text } } } } } } }'
    await gate.shut()
    // The first finds connections that were broken off, the second finds that none can be made.
    for (const _ of [1, 2]) {
      expect(await socket.execute(list)).toMatchObject({ errors: AWAY })
      expect(await socket.execute(send.query, send.variables)).toMatchObject({ errors: AWAY })
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-graphql-yoga-csrf': '1',
          cookie: operator.cookie,
        },
        body: JSON.stringify(send),
      })
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({ errors: AWAY })
      const signIn =
        'mutation { signIn(input: { email: "a@b.example", password: "x" }) { userErrors { code } } }'
      expect(await graphqlAs(app.url)(signIn)).toMatchObject({ status: 503, errors: AWAY })
      const late = openSocket(app.url, operator)
      expect(await late.closed).toBe(1013)
    }
    await gate.open()
    await until(async () => {
      const { data } = await socket.execute(send.query, send.variables)
      expect(data.sendMessage.userErrors).toEqual([])
    })
    await socket.close()
  } finally {
    await app.close()
    await gate.shut()
    await stores.close()
  }
})

test('with a Redis that is away reads go on, and nothing is told as a bug', async () => {
  const [redis, database] = await Promise.all([startRedis(), createDatabase()])
  const stores = { databaseUrl: database.url, redisUrl: redis.url, close: async () => {} }
  const app = await startTestApp({ stores })
  try {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    await desk.say('visitor', 'Hello')
    const chatId = globalId('Chat', (await desk.chatOf('visitor')).id)
    await redis.kill()
    const presence = '{ viewer { email } operators { edges { node { presence } } } }'
    expect(await operator.execute(presence)).toMatchObject({ status: 200, errors: undefined })
    for (const typing of [true, false]) {
      const { status, errors = [] } = await operator.execute(
        'mutation ($input: SetTypingInput!) { setTyping(input: $input) { userErrors { code } } }',
        { input: { chatId, typing } },
      )
      expect(status).toBe(errors.length > 0 ? 503 : 200)
      for (const error of errors) expect([error]).toMatchObject(AWAY)
    }
  } finally {
    await app.close()
    await redis.stop()
    await database.drop()
  }
})
