import { parseCookie, stringifySetCookie } from 'cookie'
import { DAY_MS } from '../durations.ts'
import type { Env } from '../process/env.ts'

const NAME = 'switchboard_session'
const DEVICE_NAME = 'switchboard_device'

/**
 * The longest that browsers keep a cookie. The server decides when a session ends, and moves that end whenever
 * the session is used; the cookie must only not expire before that.
 */
const KEPT_DAYS = 400

/** The value of Set-Cookie that starts a session in a browser, or ends it there with null. */
export function sessionCookie(env: Env, session: { token: string } | null): string {
  return cookie(env, NAME, session?.token ?? null)
}

/** The value of Set-Cookie by which a browser remembers that somebody signed in there. */
export function deviceCookie(env: Env, device: string): string {
  return cookie(env, DEVICE_NAME, device)
}

/** The session's token in a Cookie header, if there is one. */
export function sessionTokenOf(cookieHeader: string | undefined): string | undefined {
  return cookieHeader ? parseCookie(cookieHeader)[NAME] || undefined : undefined
}

/** Reads what the browser kept of an earlier sign-in. */
export function deviceOf(cookieHeader: string | undefined): string | undefined {
  return cookieHeader ? parseCookie(cookieHeader)[DEVICE_NAME] || undefined : undefined
}

function cookie(env: Env, name: string, value: string | null): string {
  return stringifySetCookie({
    name,
    value: value ?? '',
    expires: value ? new Date(Date.now() + KEPT_DAYS * DAY_MS) : new Date(0),
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: env.http.publicUrl.startsWith('https:'),
  })
}
