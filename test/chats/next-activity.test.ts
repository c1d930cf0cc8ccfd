import { expect, test } from 'vitest'
import { isMoved } from '../../server/domain/chats/next-activity.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { startTestApp } from '../support/app.ts'

test('no index of chats has to learn of a message', async () => {
  const app = await startTestApp()
  try {
    const indexes = await app.services.db.$queryRaw<{ indexdef: string }[]>`
      SELECT indexdef FROM pg_indexes WHERE tablename = 'Chat' AND schemaname = current_schema()`
    const moved = Object.values(Prisma.ChatScalarFieldEnum).filter(isMoved)
    expect(moved).toContain('lastActivityAt')
    const learning = indexes.filter(({ indexdef }) =>
      moved.some((name) => new RegExp(`\\b${name}\\b`).test(indexdef)),
    )
    expect(learning).toEqual([])
    expect(indexes.length).toBeGreaterThan(5)
  } finally {
    await app.close()
  }
})
