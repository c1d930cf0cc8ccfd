import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, loadEnv } from '../process/env.ts'

/** Stands for a key that is not there. */
const NO_KEY = Buffer.alloc(32)

/** As for the server, except for the role. It creates no key, because that would not be the server's key. */
export function loadAdminEnv(variables: NodeJS.ProcessEnv = {}): Env {
  const source: NodeJS.ProcessEnv = { ...process.env, ROLE: 'all' }
  const kept = join(process.env.DATA_DIR ?? 'data', 'secret.key')
  const noKey = !source.SECRET_KEY && !source.SECRET_KEY_FILE && !existsSync(kept)
  return loadEnv({
    ...source,
    ...variables,
    ...(noKey && { SECRET_KEY: NO_KEY.toString('base64') }),
  })
}

/** Whether the command line knows the secret key of the installation. */
export function hasKey({ secretKey }: Env): boolean {
  return !secretKey.equals(NO_KEY)
}
