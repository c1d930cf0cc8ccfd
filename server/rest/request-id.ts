import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What proxies make of it: a UUID, a hex string, a trace id. Anything else could forge lines of a log. */
const ACCEPTED = /^[\w.:-]{1,64}$/

/** The X-Request-Id that came with the request; null when none did, or one that cannot be kept. */
export function givenRequestId({ headers }: IncomingMessage): string | null {
  const given = headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : null
}

/** What log lines know the request by. */
export function requestIdOf(request: IncomingMessage): string {
  return givenRequestId(request) ?? randomUUID()
}
