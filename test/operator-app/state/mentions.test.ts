import { expect, test } from 'vitest'
import { createMentions } from '../../../operator-app/src/state/inbox/mentions.svelte.ts'
import { holdRequests } from '../hold-requests.ts'
import { makeChat } from '../samples.ts'

const SEEN_AT = '2026-11-01T00:00:00.000Z'

/** A page of the list with one mention, as the server answers with it; `endCursor` when there are more. */
function listed(seenAt: string | null, { id = 'mention', endCursor = null as string | null } = {}) {
  const message = { id: 'message', text: '@Dora', operator: null }
  const visitor = { id: 'visitor', number: 1, name: null, email: null, phone: null }
  const node = { id, seenAt, createdAt: SEEN_AT, message, chat: { id: 'chat', visitor } }
  return { mentions: { edges: [{ node }], pageInfo: { hasNextPage: endCursor !== null, endCursor } } }
}

test('a mention that was seen while the list was being read is not shown as new', async () => {
  const answers = holdRequests('Mentions')
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

test('nor is one of the next page that was seen while that was being read', async () => {
  const answers = holdRequests('Mentions')
  const mentions = createMentions()
  const load = mentions.load()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.(listed(SEEN_AT, { id: 'newest', endCursor: 'newest' }))
  await load
  const more = mentions.loadMore()
  await expect.poll(() => answers.length).toBe(2)
  mentions.applySeen('chat')
  answers[1]?.(listed(null))
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.(listed(SEEN_AT))
  await more
  expect(mentions.items.map(({ id, seenAt }) => [id, seenAt])).toEqual([
    ['newest', SEEN_AT],
    ['mention', SEEN_AT],
  ])
  expect(mentions.hasMore).toBe(false)
})

test('a mention that comes while those before it are marked as seen is still new, until it is seen as well', async () => {
  const answers = holdRequests('MarkMentionsSeen')
  const mentions = createMentions()
  const mention = (id: string) => ({ id, chat: { id: 'chat' }, message: { id: `message of ${id}` } })
  mentions.replace([mention('first')])
  mentions.show('chat', 'message of first')
  await expect.poll(() => answers.length).toBe(1)
  mentions.replace([mention('second'), mention('first')])
  answers[0]?.({ markMentionsSeen: { unseenMentions: [] } })
  await expect.poll(() => mentions.count).toBe(1)
  expect(mentions.isUnseen('message of second')).toBe(true)
  mentions.show('chat', 'message of second')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.({ markMentionsSeen: { unseenMentions: [] } })
  await expect.poll(() => mentions.count).toBe(0)
})

test('a mention that is shown while those before it are marked as seen is marked, too', async () => {
  const answers = holdRequests('MarkMentionsSeen')
  const mentions = createMentions()
  const mention = (id: string) => ({ id, chat: { id: 'chat' }, message: { id: `message of ${id}` } })
  mentions.replace([mention('first')])
  mentions.show('chat', 'message of first')
  await expect.poll(() => answers.length).toBe(1)
  mentions.replace([mention('second'), mention('first')])
  mentions.show('chat', 'message of second')
  answers[0]?.({ markMentionsSeen: { unseenMentions: [] } })
  await expect.poll(() => answers.length).toBe(2)
})

test('a mention that comes while everything is read again is not forgotten', async () => {
  const answers = holdRequests('UnseenMentions')
  const mentions = createMentions()
  const mention = { id: 'new', chat: { id: 'chat' }, message: { id: 'message' } }
  const take = mentions.beginRead()
  mentions.replace([mention])
  const taking = take([])
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.({ viewer: { unseenMentions: [mention] } })
  await taking
  expect(mentions.isUnseen('message')).toBe(true)
})

test('a visitor who is renamed, or becomes another one, is so in the list, also when it is being read meanwhile', async () => {
  const answers = holdRequests('Mentions')
  const mentions = createMentions()
  const names = () => mentions.items.map(({ chat }) => chat.visitor.name)
  const { visitor } = makeChat()
  const load = mentions.load()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.(listed(null))
  await load
  mentions.applyVisitor({ ...visitor, id: 'visitor', name: 'Dora' })
  expect(names()).toEqual(['Dora'])
  const again = mentions.load()
  await expect.poll(() => answers.length).toBe(2)
  mentions.applyVisitor({ ...visitor, id: 'survivor', name: 'Dora Delay' }, 'visitor')
  answers[1]?.(listed(null))
  await again
  expect(names()).toEqual(['Dora Delay'])
})
