import { expect, test } from 'vitest'
import { alignEventLog } from '../../server/stores/align-event-log.ts'
import { startTestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'

const AHEAD = 1_000_000_000n

test('after a dump was restored into another server, replays tell what is new and nothing of before', async () => {
  const app = await startTestApp()
  try {
    const desk = await openDesk(app)
    await desk.say('a', 'from the other server')
    await app.services.db.event.updateMany({ data: { txid: { increment: AHEAD } } })
    await alignEventLog(app.stores.databaseUrl)
    const [operator] = desk.operators
    const { data } = await operator.execute('{ viewer { eventCursor } }')
    const missed = await desk.say('a', 'missed')
    const feed = openFeed(app.url, { cookie: operator.cookie, after: data.viewer.eventCursor })
    await feed.waitFor(({ message }) => message?.uuid === missed)
    expect(feed.events.map(({ message }) => message?.text)).toEqual(['missed'])
    await feed.close()
  } finally {
    await app.close()
  }
})

test('a log of this server stays as it is', async () => {
  const app = await startTestApp()
  try {
    const desk = await openDesk(app)
    await desk.say('a', 'x')
    const read = () => app.services.db.event.findMany({ orderBy: { id: 'asc' } })
    const before = await read()
    await alignEventLog(app.stores.databaseUrl)
    expect((await read()).map(({ id, txid }) => [id, txid])).toEqual(before.map(({ id, txid }) => [id, txid]))
    expect(before.every(({ txid }) => txid > 0n)).toBe(true)
  } finally {
    await app.close()
  }
})
