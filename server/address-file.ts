import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { Env } from './env.ts'

const EVERYWHERE = ['0.0.0.0', '::']

/**
 * Writes into DATA_DIR where this server can be reached from its own machine, for programs such as the example bot.
 * Returns what removes it. It is a convenience: a folder that cannot be written to is a matter of those who need it.
 */
export function writeAddress({ dataDir, http: { host } }: Env, port: number): () => void {
  const file = join(dataDir, 'address')
  const name = EVERYWHERE.includes(host) ? 'localhost' : isIPv6(host) ? `[${host}]` : host
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `http://${name}:${port}\n`)
  } catch {
    return () => {}
  }
  return () => rmSync(file, { force: true })
}
