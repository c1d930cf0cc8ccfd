import type { Env } from '../../env.ts'

/** The absolute address under which anybody who knows it can fetch a file: its key cannot be guessed. */
export function publicFileUrl(env: Env, key: string): string {
  return `${env.http.publicUrl}/files/${key}`
}

/** Whether a file at this address comes from this server. */
export function isOwnUrl(env: Env, url: string): boolean {
  return url.startsWith(`${env.http.publicUrl}/files/`)
}
