import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** Opens the sockets of widgets, one for each token, which all follow their visitor's events. */
export interface OpenWidgets {
  kind: 'open-widgets'
  origin: string
  tokens: string[]
  /** What the widget subscribes to, and the cursor that it has. */
  query: string
  after: string
}

/** Has visitors write one after the other, and measures until the socket of each is told. */
export interface TellWidgets {
  kind: 'tell-widgets'
  origin: string
  tokens: string[]
}

const WRITE = `mutation ($input: SendVisitorMessageInput!) { sendVisitorMessage(input: $input) {
  message { id } userErrors { message } } }`
const OPEN_AT_ONCE = 100
const RETRY_MS = 500

const sockets = new Map<string, WebSocket>()
const expected = new Map<string, () => void>()

/** Resolves when every widget has been told something: whether somebody is available. */
export async function openWidgets({ tokens, ...widget }: OpenWidgets): Promise<void> {
  const left = tokens.values()
  const openNext = async () => {
    for (const token of left) await open(token, widget)
  }
  await Promise.all(Array.from({ length: OPEN_AT_ONCE }, openNext))
}

/** Connects again, as the widget does, until it has been told something: a process that is busy may refuse it. */
async function open(token: string, widget: Omit<OpenWidgets, 'kind' | 'tokens'>): Promise<void> {
  while (!(await tryToOpen(token, widget))) await setTimeout(RETRY_MS)
}

function tryToOpen(
  token: string,
  { origin, query, after }: Omit<OpenWidgets, 'kind' | 'tokens'>,
): Promise<boolean> {
  const socket = new WebSocket(`${origin}/graphql`, 'graphql-transport-ws', {
    origin: 'https://shop.example',
    perMessageDeflate: false,
  })
  sockets.set(token, socket)
  const say = (message: object) => socket.send(JSON.stringify(message))
  return new Promise((resolve) => {
    socket.on('error', () => resolve(false)).once('close', () => resolve(false))
    socket.once('open', () => say({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
    socket.once('message', () => {
      say({ id: '1', type: 'subscribe', payload: { query, variables: { after } } })
      socket.on('message', onMessage).once('message', () => resolve(true))
    })
  })
}

function onMessage(this: WebSocket, data: Buffer): void {
  if (data.includes('"ping"')) this.send('{"type":"pong"}')
  for (const [id, arrived] of expected) if (data.includes(id)) arrived()
}

/** Resolves when the socket of a widget is told something with this text. */
export function toldOf(text: string): Promise<void> {
  return new Promise((resolve) => {
    expected.set(text, () => {
      expected.delete(text)
      resolve()
    })
  })
}

/** Has a visitor write; the text contains the id. */
export async function writeAsVisitor(origin: string, token: string, id: string): Promise<void> {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: WRITE, variables: { input: { idempotencyKey: id, text: `Hello ${id}` } } }),
  })
  const answer = await response.text()
  if (!answer.includes(id)) throw new Error(`The server answers ${answer}`)
}

/** Milliseconds of each. */
export async function tellWidgets({ origin, tokens }: TellWidgets): Promise<number[]> {
  const trips: number[] = []
  for (const token of tokens) {
    const id = randomUUID()
    const told = toldOf(id)
    const startedAt = performance.now()
    await writeAsVisitor(origin, token, id)
    await told
    trips.push(performance.now() - startedAt)
  }
  return trips
}
