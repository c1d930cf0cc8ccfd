import { expect, test } from 'vitest'
import { keepMessage, queuedMessagesOf } from '../../../widget/actions/outbox.ts'
import type { Base } from '../../../widget/core.ts'

test.each(['', '{', 'null', '7', '[null]'])(
  'messages are kept, whatever the page has stored in their place: %s',
  (stored) => {
    let outbox: string | null = stored
    const base = {
      state: { visitorNumber: 1, mergedNumbers: [] },
      storage: {
        get: () => outbox,
        set: (_name: string, value: string | null) => {
          outbox = value
        },
      },
    } as unknown as Base
    expect(queuedMessagesOf(base)).toEqual([])
    keepMessage(base, 'a', { text: 'Hello' })
    expect(queuedMessagesOf(base)).toMatchObject([{ idempotencyKey: 'a', text: 'Hello', by: 1 }])
  },
)
