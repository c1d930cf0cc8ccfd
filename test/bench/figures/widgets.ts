import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDb, createPool } from '../../../server/database/client.ts'
import { createPublicId } from '../../../server/domain/channels/create-public-id.ts'
import { createVisitorToken } from '../../../server/domain/visitors/visitor-token.ts'
import { uuidv7 } from '../../../server/text/uuid.ts'
import type { Bench } from '../bench.ts'
import { startInstallation } from '../installation.ts'
import { type Measurement, measured } from '../measurement.ts'
import { memoryOf } from '../memory.ts'
import { makeFolder } from '../stores.ts'

/** Open widgets on the one process; fewer for a look by hand: WIDGETS=500. */
const COUNT = Number(process.env.WIDGETS ?? 10_000)
/** Of so many of them each is told something. */
const TOLD = 100
/** Until what opening leaves behind is collected. */
const SETTLE_MS = 5_000
const DAY_MS = 86_400_000
/** Visitors of one statement. */
const BATCH = 2_000

/** What an open widget costs a process, and how fast one of them is told something while all are open. */
export async function measureWidgets(bench: Bench): Promise<Measurement[]> {
  const folder = makeFolder()
  const server = await startInstallation({ dataDir: folder.path })
  try {
    const secretKey = Buffer.from(readFileSync(join(folder.path, 'secret.key'), 'utf8'), 'base64')
    const tokens = await createVisitors(server.databaseUrl, secretKey)
    const { origin } = server
    // What every socket shares is loaded by the first ones.
    await bench.load.openWidgets({ origin, tokens: tokens.splice(0, 50) })
    await pause(SETTLE_MS)
    const before = memoryOf(server.pid)
    await bench.load.openWidgets({ origin, tokens })
    await pause(SETTLE_MS)
    const after = memoryOf(server.pid)
    const trips = await bench.load.tellWidgets({ origin, tokens: tokens.slice(-TOLD) })
    const name = `${COUNT} open widgets`
    return [
      ...(before !== undefined && after !== undefined
        ? [
            measured(`${name}, memory of each`, 'kB', {
              values: [((after - before) * 1024) / tokens.length],
              floors: [],
            }),
          ]
        : []),
      measured(`${name}, one is told`, 'ms', { values: trips, floors: [] }),
    ]
  } finally {
    await server.stop()
    folder.remove()
  }
}

/** Visitors of a new widget of the demo account; their tokens. */
async function createVisitors(databaseUrl: string, secretKey: Buffer): Promise<string[]> {
  const db = createDb(createPool(databaseUrl, 4))
  try {
    const { accountId } = await db.channel.findFirstOrThrow()
    const { id: channelId } = await db.channel.create({
      data: { accountId, kind: 'WIDGET', name: 'Widget', publicId: createPublicId(), widget: { create: {} } },
    })
    const ids = Array.from({ length: COUNT }, () => uuidv7())
    for (let at = 0; at < ids.length; at += BATCH) {
      await db.visitor.createMany({
        data: ids.slice(at, at + BATCH).map((id, index) => ({
          id,
          accountId,
          channelId,
          key: id,
          externalId: id,
          number: 1_000_000 + at + index,
        })),
      })
    }
    const expiresAt = new Date(Date.now() + DAY_MS)
    return ids.map((visitorId) => createVisitorToken(secretKey, { channelId, visitorId, expiresAt }))
  } finally {
    await db.$disconnect()
  }
}
