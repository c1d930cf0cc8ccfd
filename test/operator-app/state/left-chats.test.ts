import { expect, test } from 'vitest'
import { createLeftChats } from '../../../operator-app/src/state/inbox/left-chats.svelte.ts'
import { holdRequests } from '../hold-requests.ts'

test('a chat that is taken away while others are acknowledged is still told of', async () => {
  const answers = holdRequests('LeftChats', 'AcknowledgeLeftChats')
  const left = createLeftChats()
  left.replace([{ id: 'known' }])
  const acknowledging = left.acknowledge()
  await expect.poll(() => answers.length).toBe(1)
  left.readSoon()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.({ viewer: { leftChats: [{ id: 'taken meanwhile' }] } })
  await expect.poll(() => left.ids).toEqual(['taken meanwhile'])
  answers[0]?.({ acknowledgeLeftChats: { leftChats: [], userErrors: [] } })
  await acknowledging
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.({ viewer: { leftChats: [{ id: 'taken meanwhile' }] } })
  expect(left.ids).toEqual(['taken meanwhile'])
})
