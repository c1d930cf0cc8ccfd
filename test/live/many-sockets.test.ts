import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiToken } from '../../server/domain/api-tokens/create-api-token.ts'
import { MOST_OF_CREDENTIAL } from '../../server/live/enter-socket.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { until } from '../support/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('an API token has two hundred sockets and no more, and other credentials of its operator are connected as before', async () => {
  const { operators } = await openDesk(app)
  const [{ viewer, cookie }] = operators
  const { token } = await createApiToken(app.services, { viewer, name: 'runaway' })
  const me = '{ viewer { email } }'
  const sockets = Array.from({ length: MOST_OF_CREDENTIAL }, () => openSocket(app.url, { token }))
  for (const socket of sockets) expect((await socket.execute(me)).errors).toBeUndefined()
  expect(await openSocket(app.url, { token }).closed).toBe(1013)
  const screen = openSocket(app.url, { cookie })
  expect((await screen.execute(me)).errors).toBeUndefined()
  await sockets[0]?.close()
  await until(async () => {
    const again = openSocket(app.url, { token })
    sockets.push(again)
    expect((await again.execute(me)).errors).toBeUndefined()
  })
  await Promise.all([screen, ...sockets].map((socket) => socket.close()))
})
