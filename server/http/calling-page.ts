import type { IncomingHttpHeaders } from 'node:http'
import type { Env } from '../process/env.ts'

/** The page that a request comes from. */
export interface CallingPage {
  /** Scheme, host and port of the page, as the browser reports them. Programs report none. */
  origin: string | undefined
  /** Whether it is one of this installation: the operator app or the demo page. */
  isOwn: boolean
}

/** Reads the page from the headers of a request or of an upgrade. */
export function callingPageOf(env: Env, { origin, host }: IncomingHttpHeaders): CallingPage {
  if (!origin || !URL.canParse(origin)) return { origin, isOwn: false }
  const isOwn = origin === new URL(env.http.publicUrl).origin || new URL(origin).host === host
  return { origin, isOwn }
}
