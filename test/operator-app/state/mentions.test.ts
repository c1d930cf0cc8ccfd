import { expect, onTestFinished, test, vi } from 'vitest'
import { createMentions } from '../../../operator-app/src/state/inbox/mentions.svelte.ts'

const SEEN_AT = '2026-11-01T00:00:00.000Z'

/** The list with the only mention, as the server answers with it. */
function listed(seenAt: string | null) {
  const message = { id: 'message', text: '@Dora', operator: null }
  const visitor = { id: 'visitor', number: 1, name: null, email: null, phone: null }
  const node = { id: 'mention', seenAt, createdAt: SEEN_AT, message, chat: { id: 'chat', visitor } }
  return { mentions: { edges: [{ node }], pageInfo: { hasNextPage: false, endCursor: null } } }
}

/** The requests that are under way, which the test answers. */
function holdRequests() {
  const answers: ((data: object) => void)[] = []
  const request = () => new Promise((resolve) => answers.push((data) => resolve(Response.json({ data }))))
  vi.stubGlobal('fetch', request)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return answers
}

test('a mention that was seen while the list was being read is not shown as new', async () => {
  const answers = holdRequests()
  const mentions = createMentions()
  mentions.replace([{ id: 'mention', chat: { id: 'chat' }, message: { id: 'message' } }])
  const load = mentions.load()
  await expect.poll(() => answers.length).toBe(1)
  mentions.applySeen('chat')
  answers[0]?.(listed(null))
  await expect.poll(() => answers.length).toBe(2)
  expect(mentions.items).toEqual([])
  answers[1]?.(listed(SEEN_AT))
  await load
  expect(mentions.items.map(({ seenAt }) => seenAt)).toEqual([SEEN_AT])
})
