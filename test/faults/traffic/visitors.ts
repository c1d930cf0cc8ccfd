import { setTimeout as delay } from 'node:timers/promises'
import { PATIENCE_MS } from './ask.ts'
import { insist } from './insist.ts'
import type { Ledger } from './ledger.ts'

interface Options {
  /** The address of the channel (A2). */
  address: string
  /** Begins the visitors' ids. */
  name: string
  count: number
  pauseMs: number
  /** Another visitor takes over after this many messages. */
  messagesEach: number
  signal: AbortSignal
}

/** Visitors who write one message after the other, until they are stopped. Resolves when all of it was accepted. */
export async function writeAsVisitors(ledger: Ledger, options: Options): Promise<void> {
  const { address, name, count, pauseMs, messagesEach, signal } = options
  const write = async (place: number) => {
    for (let n = 0; !signal.aborted; n++) {
      const visitor = `${name}-${place}-${Math.floor(n / messagesEach)}`
      const text = `${visitor} writes ${n}`
      const written = { visitor, id: null as string | null }
      ledger.written.set(text, written)
      written.id = await insist(ledger, () => post(address, visitor, text))
      await delay(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: count }, (_, place) => write(place)))
}

/** The message's id. */
async function post(address: string, visitor: string, text: string): Promise<string> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'idempotency-key': text },
    body: JSON.stringify({ sender: { id: visitor, name: visitor }, message: { type: 'text', text } }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const answer = await response.text()
  if (response.status !== 200) throw new Error(`A2 answers ${response.status} ${answer.slice(0, 200)}`)
  return (JSON.parse(answer) as { message_id: string }).message_id
}
