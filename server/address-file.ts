import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes where this server can be reached from its own machine into DATA_DIR, for programs such as the example bot.
 * Returns what removes it. It is a convenience: a folder that cannot be written to has been reported by those who
 * need it.
 */
export function writeAddress(dataDir: string, port: number): () => void {
  const file = join(dataDir, 'address')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, `http://localhost:${port}\n`, { mode: 0o600 })
  } catch {
    return () => {}
  }
  return () => rmSync(file, { force: true })
}
