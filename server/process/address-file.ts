import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { Env } from './env.ts'

const EVERYWHERE = ['0.0.0.0', '::']

/**
 * Writes into DATA_DIR where this server can be reached from its own machine, for programs such as the example bot.
 * Returns a function that removes the file. It is a convenience: if the folder cannot be written to, there is no file.
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
