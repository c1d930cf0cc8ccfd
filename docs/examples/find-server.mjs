// Finds the Switchboard that runs on this machine: the address that it wrote into DATA_DIR, else localhost and PORT.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The address of a running server. Throws an Error that says where it looked. */
export async function findServer(given) {
  const file = join(process.env.DATA_DIR ?? 'data', 'address')
  const written = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  const places = given ? [given] : [written, `http://localhost:${process.env.PORT ?? 4000}`].filter(Boolean)
  for (const place of new Set(places)) {
    const origin = place.replace(/\/+$/, '')
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (answer?.ok && (await answer.json().catch(() => ({}))).status === 'ok') return origin
  }
  throw new Error(
    `No Switchboard answers at ${[...new Set(places)].join(' or ')}. Start it with npm start, or name its address as the last argument.`,
  )
}
