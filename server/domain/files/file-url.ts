import type { Env } from '../../process/env.ts'

const FILE_NAME = /^[\w-]+(\.\w+)?$/

/** The absolute address at which anyone who knows it can fetch a file: its key cannot be guessed. */
export function publicFileUrl(env: Env, key: string): string {
  return `${env.http.publicUrl}/files/${key}`
}

/** Whether a file of this server is at this address, and nothing else of it: `/files/../archive` is no file. */
export function isOwnUrl(env: Env, url: string): boolean {
  const folder = `${env.http.publicUrl}/files/`
  return url.startsWith(folder) && FILE_NAME.test(url.slice(folder.length))
}
