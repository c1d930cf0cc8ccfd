import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, type Target } from './http-client.ts'

/** Starts the client's server of this process; the answer is its address. */
export interface ListenAsClient {
  kind: 'listen-as-client'
}

/** One reply after the other, each from the operator's request to the client's server. */
export interface MeasureReplies {
  kind: 'measure-replies'
  target: Target
  /** The request with `%ID%` (a UUID) and `%TEXT%` in it. */
  body: string
  count: number
}

const LIMIT_MS = 5_000
let onReply: (text: string) => void = () => {}

export async function listenAsClient(): Promise<string> {
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      onReply(text)
      response.setHeader('content-type', 'application/json').end('{"result":"ok"}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Milliseconds of each reply. */
export async function measureReplies({ target, body, count }: MeasureReplies): Promise<number[]> {
  const connection = connect(target)
  const run = Date.now().toString(36)
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const marker = `${run}-${i}.`
    const received = untilReceived(marker)
    const sentAt = performance.now()
    await connection.send(body.replace('%ID%', randomUUID()).replace('%TEXT%', `${marker} It left today.`))
    await received
    times.push(performance.now() - sentAt)
  }
  await connection.close()
  return times
}

function untilReceived(marker: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('a reply does not arrive')), LIMIT_MS)
    onReply = (text) => {
      if (!text.includes(marker)) return
      clearTimeout(timer)
      resolve()
    }
  })
}
