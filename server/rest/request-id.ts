import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The forms that proxies use: a UUID, a hex string, a trace id. Anything else could forge log lines. */
const ACCEPTED = /^[\w.:-]{1,64}$/

/** The X-Request-Id of the request; null when there is none, or it cannot be used. */
export function givenRequestId({ headers }: IncomingMessage): string | null {
  const given = headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : null
}

/** Identifies the request in log lines. */
export function requestIdOf(request: IncomingMessage): string {
  return givenRequestId(request) ?? randomUUID()
}
