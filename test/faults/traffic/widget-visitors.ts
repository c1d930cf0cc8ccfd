import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Caller, type Data, mutate } from './ask.ts'
import { follow } from './follow.ts'
import { insist } from './insist.ts'
import { type Ledger, noteShown } from './ledger.ts'

interface Options {
  url: string
  widgetId: string
  count: number
  pauseMs: number
  signal: AbortSignal
}

const EVENTS = `subscription ($after: String) {
  visitEvents(after: $after) { key cursor ... on VisitMessageCreated { message { id } } }
}`
const STARTED = 'token visit { visitorNumber eventCursor }'
const PAGE = { url: 'https://shop.example/', title: 'Shop' }

/** Visitors of a website, who write until they are stopped. Resolves when all of it was accepted. */
export async function visitWebsite(
  ledger: Ledger,
  { url, widgetId, count, pauseMs, signal }: Options,
): Promise<void> {
  const visit = async (place: number) => {
    const headers = { 'x-svc-widget': widgetId, origin: 'https://shop.example' }
    const input = { widgetId, page: PAGE }
    const { token, visit } = await insist(ledger, () =>
      mutate({ url, headers }, 'startVisit', input, STARTED),
    )
    const caller = { url, headers: { ...headers, authorization: `Bearer ${token}` } }
    const seen = new Map<string, Set<string>>()
    ledger.seen.set(String(visit.visitorNumber), seen)
    const onEvent = ({ key, message }: Data) => {
      if (message) noteShown(seen, message.id, key)
    }
    const connectionParams = { authorization: `Bearer ${token}` }
    void follow({ caller, connectionParams, query: EVENTS, after: visit.eventCursor, onEvent })
    await write(ledger, caller, { name: `guest-${place}`, pauseMs, signal })
  }
  await Promise.all(Array.from({ length: count }, (_, place) => visit(place)))
}

async function write(
  ledger: Ledger,
  caller: Caller,
  { name, pauseMs, signal }: Pick<Options, 'pauseMs' | 'signal'> & { name: string },
): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const text = `${name} writes ${n}`
    const written = { visitor: name, id: null as string | null }
    ledger.written.set(text, written)
    const input = { idempotencyKey: randomUUID(), text }
    const { message } = await insist(ledger, () =>
      mutate(caller, 'sendVisitorMessage', input, 'message { id }'),
    )
    written.id = message.id
    await delay(pauseMs)
  }
}
