import { parseCookie, stringifySetCookie } from 'cookie'
import type { Env } from './env.ts'

const NAME = 'switchboard_session'

/**
 * The longest that browsers keep a cookie. The server decides when a session ends, and moves that end whenever
 * the session is used; the cookie only must not go before.
 */
const KEPT_DAYS = 400

/** The value of Set-Cookie that starts a session in a browser, or ends it there with null. */
export function sessionCookie(env: Env, session: { token: string } | null): string {
  return stringifySetCookie({
    name: NAME,
    value: session?.token ?? '',
    expires: session ? new Date(Date.now() + KEPT_DAYS * 86_400_000) : new Date(0),
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: env.http.publicUrl.startsWith('https:'),
  })
}

/** The session's token in a Cookie header, if there is one. */
export function sessionTokenOf(cookieHeader: string | undefined): string | undefined {
  return cookieHeader ? parseCookie(cookieHeader)[NAME] || undefined : undefined
}
