import { randomUUID } from 'node:crypto'
import type { WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, enter, open } = withBrowser()

interface Frame {
  type: string
  payload?: { variables?: { after: string }; data?: { events: { cursor: string | null } } }
}

/** The inbox of an operator, with a network in between that can be looked into and cut. */
async function openInbox() {
  const desk = await openDesk(app)
  const page = await enter(desk.operators[0])
  let current: WebSocketRoute | null = null
  /** The cursors that were asked for, each with the newest that had come by then. */
  const asked: { after: string; newest: string | undefined }[] = []
  let newest: string | undefined
  await page.routeWebSocket(/\/graphql$/, (socket) => {
    const server = socket.connectToServer()
    current = socket
    socket.onMessage((message) => {
      const { type, payload } = JSON.parse(String(message)) as Frame
      if (type === 'subscribe' && payload?.variables) asked.push({ after: payload.variables.after, newest })
      server.send(message)
    })
    server.onMessage((message) => {
      const { cursor } = (JSON.parse(String(message)) as Frame).payload?.data?.events ?? { cursor: null }
      // What the server still sends on a connection that the page has lost does not reach the page.
      if (cursor && socket === current) newest = cursor
      socket.send(message)
    })
  })
  await page.goto(`${app.url}/inbox/waiting`)
  await expect.poll(() => asked.length, SOON).toBe(1)
  const cut = async (code?: number) => {
    const socket = current
    current = null
    await socket?.close(code ? { code, reason: 'ended by the test' } : {})
  }
  return { desk, page, cut, asked }
}

/** Whether the server or something between ended it, and whether the library would try again by itself. */
test('whatever ends the connection, the screen goes on after the newest event', async () => {
  const { desk, page, cut, asked } = await openInbox()
  // After 4403 everything is read again, and until then the screen would go on after what it had before.
  for (const code of [1000, 1001, 1006, 1011, 1012, 4400, 4429, 4500, 4403]) {
    const text = `Before ${code} ${randomUUID()}`
    await desk.say(text, text)
    await page.getByText(text).first().waitFor(SOON)
    const before = asked.length
    // No endpoint may name 1006: it is what a browser says of a connection that was lost.
    await cut(code === 1006 ? undefined : code)
    await expect.poll(() => asked.length, { ...SOON, message: String(code) }).toBe(before + 1)
    const last = asked.at(-1)
    expect(last?.after, String(code)).toBe(last?.newest)
  }
  const text = `At last ${randomUUID()}`
  await desk.say(text, text)
  await page.getByText(text).first().waitFor(SOON)
})

test('what could not be loaded while the browser was offline is loaded when it is back online', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.operators[0], '/inbox/waiting')
  for (const [link, heading] of [
    ['Mentions', 'Nobody has mentioned you'],
    ['Archive', 'No closed chats yet'],
  ] as const) {
    await page.context().setOffline(true)
    await page.getByRole('link', { name: link, exact: true }).click()
    await page.getByText('This could not be loaded.').waitFor(SOON)
    await page.context().setOffline(false)
    await page.getByText(heading).waitFor(SOON)
  }
})

test('a session that ended elsewhere ends here, and nothing connects again', async () => {
  const { page, cut, asked } = await openInbox()
  await page.context().clearCookies()
  await cut(4401)
  await page.getByLabel('E-mail').waitFor(SOON)
  expect(asked).toHaveLength(1)
})
