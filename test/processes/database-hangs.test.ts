import { expect, test } from 'vitest'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { startTestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'

test('a statement that hangs is given up, and the messages after it are taken', async () => {
  const app = await startTestApp()
  const other = await connectPostgres(app.stores.databaseUrl)
  try {
    const { say, post } = await openDesk(app)
    await say('visitor', 'Before')
    await other.query('BEGIN; LOCK TABLE "Message" IN ACCESS EXCLUSIVE MODE')
    const refused = await post({
      sender: { id: 'visitor' },
      message: { type: 'text', text: 'Into the void' },
    })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await other.query('ROLLBACK')
    await say('visitor', 'After')
  } finally {
    await other.end()
    await app.close()
  }
})
