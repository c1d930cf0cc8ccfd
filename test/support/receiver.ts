import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { PATIENCE_MS } from './patience.ts'

/** One request as it came in. `json` is undefined when the body is not JSON; `at` is Date.now() of its arrival. */
export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  chunked: boolean
  contentLength: number | undefined
  text: string
  json: unknown
  at: number
}

/** An object as `body` is sent as JSON. `hang` never answers, `close` cuts the connection without an answer. */
export interface Answer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  delayMs?: number
  hang?: boolean
  close?: boolean
}

/** A function that returns nothing has written the raw response itself. */
export type Answerer =
  | Answer
  // biome-ignore lint/suspicious/noConfusingVoidType: lets an answerer be written without a return
  | ((request: Received, response: ServerResponse) => Answer | void | Promise<Answer | void>)

export interface Receiver {
  readonly url: string
  readonly port: number
  /** Everything received since the start or the last clear(), in the order of arrival. */
  readonly requests: Received[]
  /** Changes the answer to all paths (or to one path) from the next request on. The first answer is `{"result":"ok"}`. */
  answer(answerer: Answerer, path?: string): void
  /** The requests so far as soon as there are `count`. Throws when it waits for too long. */
  waitFor(count: number): Promise<Received[]>
  /** The first request, also an earlier one, that fits. Throws when it waits for too long. */
  waitFor(predicate: (request: Received) => boolean): Promise<Received>
  clear(): void
  /** Refuses connections from now on; the port stays known. */
  stop(): Promise<void>
  /** Listens again on the same port. */
  restart(): Promise<void>
}

/** A real HTTP server on 127.0.0.1 that plays the other side: a client's server, a bot provider, a CRM. */
export async function startReceiver(first: Answerer = { body: { result: 'ok' } }): Promise<Receiver> {
  const requests: Received[] = []
  const answers = new Map<string, Answerer>()
  const waiting = new Set<() => void>()
  let general = first

  const server = createServer(async (message, response) => {
    const at = Date.now()
    const body = await text(message).catch(() => undefined)
    if (body === undefined) return
    const request = describe(message, body, at)
    requests.push(request)
    for (const check of waiting) check()
    const answerer = answers.get(request.path) ?? general
    const answer = typeof answerer === 'function' ? await answerer(request, response) : answerer
    if (answer) await give(answer, response)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const port = await findFreePort()
  await listen(port)

  function waitFor(wanted: number | ((request: Received) => boolean)) {
    const find = () => {
      if (typeof wanted === 'function') return requests.find(wanted)
      return requests.length >= wanted ? [...requests] : undefined
    }
    return new Promise<Received & Received[]>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check)
        reject(new Error(`Not received within ${PATIENCE_MS} ms; ${requests.length} requests so far`))
      }, PATIENCE_MS)
      const check = () => {
        const found = find()
        if (!found) return
        clearTimeout(timer)
        waiting.delete(check)
        resolve(found as Received & Received[])
      }
      waiting.add(check)
      check()
    })
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    answer(answerer, path) {
      if (path === undefined) general = answerer
      else answers.set(path, answerer)
    },
    waitFor,
    clear: () => void requests.splice(0),
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    restart: () => listen(port),
  }
}

function describe(message: IncomingMessage, body: string, at: number): Received {
  const length = message.headers['content-length']
  return {
    method: message.method ?? '',
    path: message.url ?? '',
    headers: message.headers,
    chunked: message.headers['transfer-encoding'] === 'chunked',
    contentLength: length === undefined ? undefined : Number(length),
    text: body,
    json: parse(body),
    at,
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

async function give(answer: Answer, response: ServerResponse) {
  if (answer.delayMs) await delay(answer.delayMs)
  if (answer.hang) return
  if (answer.close) return void response.destroy()
  const plain = typeof answer.body === 'string' || answer.body === undefined
  const body = plain ? (answer.body as string | undefined) : JSON.stringify(answer.body)
  const type: Record<string, string> = plain ? {} : { 'content-type': 'application/json' }
  response.writeHead(answer.status ?? 200, { ...type, ...answer.headers }).end(body)
}
