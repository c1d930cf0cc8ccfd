import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'

/** Opens the sockets of widgets, one for each token, which all follow their visitor's events. */
export interface OpenWidgets {
  kind: 'open-widgets'
  origin: string
  tokens: string[]
}

/** Has visitors write one after the other, and measures until the socket of each is told. */
export interface TellWidgets {
  kind: 'tell-widgets'
  origin: string
  tokens: string[]
}

const EVENTS = `subscription { visitEvents { __typename key cursor
  ... on VisitMessageCreated { message { id chatId seq author text createdAt } } } }`
const WRITE = `mutation ($input: SendVisitorMessageInput!) { sendVisitorMessage(input: $input) {
  message { id } userErrors { message } } }`
const OPEN_AT_ONCE = 100

const sockets = new Map<string, WebSocket>()
const expected = new Map<string, () => void>()

export async function openWidgets({ origin, tokens }: OpenWidgets): Promise<void> {
  for (let at = 0; at < tokens.length; at += OPEN_AT_ONCE)
    await Promise.all(tokens.slice(at, at + OPEN_AT_ONCE).map((token) => open(origin, token)))
}

async function open(origin: string, token: string): Promise<void> {
  const socket = new WebSocket(`${origin}/graphql`, 'graphql-transport-ws', {
    origin: 'https://shop.example',
    perMessageDeflate: false,
  })
  sockets.set(token, socket)
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
  await once(socket, 'message')
  socket.on('message', (data: Buffer) => {
    if (data.includes('"ping"')) socket.send('{"type":"pong"}')
    for (const [id, arrived] of expected) if (data.includes(id)) arrived()
  })
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: EVENTS } }))
}

/** Milliseconds of each. */
export async function tellWidgets({ origin, tokens }: TellWidgets): Promise<number[]> {
  const trips: number[] = []
  for (const token of tokens) {
    const id = randomUUID()
    const told = new Promise<void>((resolve) => expected.set(id, resolve))
    const startedAt = performance.now()
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: WRITE, variables: { input: { idempotencyKey: id, text: 'Hello' } } }),
    })
    const answer = await response.text()
    if (!answer.includes(id)) throw new Error(`The server answers ${answer}`)
    await told
    trips.push(performance.now() - startedAt)
    expected.delete(id)
  }
  return trips
}
