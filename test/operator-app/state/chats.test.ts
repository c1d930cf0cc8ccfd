import { expect, test } from 'vitest'
import type { Chat } from '../../../operator-app/src/graphql/fragments.ts'
import { createThreads } from '../../../operator-app/src/state/conversation/thread.svelte.ts'
import { createChats } from '../../../operator-app/src/state/inbox/chats.svelte.ts'
import { builtInView } from '../../../operator-app/src/state/inbox/inbox-view.ts'
import { holdRequests } from '../hold-requests.ts'
import { makeChat, makeMessage } from '../samples.ts'

const all = builtInView('all')

function page(...chats: Chat[]) {
  return { edges: chats.map((node) => ({ node })), pageInfo: { hasNextPage: false, endCursor: null } }
}

test('a chat that is marked as unread while a list is being read stays so, and one that is read then, too', async () => {
  const answers = holdRequests('Chats')
  const chats = createChats('me')
  const [marked, read] = [makeChat({ viewerMarkedUnread: false }), makeChat({ viewerMarkedUnread: true })]
  for (const chat of [marked, read]) chats.apply(chat)
  const load = chats.list(all).load()
  await expect.poll(() => answers.length).toBe(1)
  chats.records.applyMarkedUnread(marked.id)
  chats.records.applyRead(read.id, 1)
  answers[0]?.({ chats: page(marked, read) })
  await load
  expect(chats.get(marked.id)?.viewerMarkedUnread).toBe(true)
  expect(chats.get(read.id)?.viewerMarkedUnread).toBe(false)
})

test('a visitor who becomes another one while a list is being read is that one in it', async () => {
  const answers = holdRequests('Chats')
  const chats = createChats('me')
  const chat = makeChat()
  const survivor = { ...chat.visitor, id: 'survivor', name: 'Dora Delay' }
  const load = chats.list(all).load()
  await expect.poll(() => answers.length).toBe(1)
  chats.records.applyMerge(survivor, chat.visitor.id)
  answers[0]?.({ chats: page(chat) })
  await load
  expect(chats.get(chat.id)?.visitor).toEqual(survivor)
})

test('a visitor who is renamed while their chat is being opened has the new name there', async () => {
  const answers = holdRequests('Messages')
  const chats = createChats('me')
  const threads = createThreads({ beginChat: () => chats.beginChat(), isUnread: () => false })
  const chat = makeChat()
  const load = threads.open(chat.id).load()
  await expect.poll(() => answers.length).toBe(1)
  chats.records.applyVisitor({ ...chat.visitor, name: 'Dora Delay' })
  const pageInfo = { hasPreviousPage: false, startCursor: null }
  answers[0]?.({ chat: { ...chat, messages: { edges: [], pageInfo } } })
  await load
  expect(chats.get(chat.id)?.visitor.name).toBe('Dora Delay')
})

test('what was refused is taken back also when the visitor writes while the chat is read again', async () => {
  const answers = holdRequests('Chat')
  const chats = createChats('me')
  const chat = makeChat()
  chats.apply(chat)
  // What the screen shows before the server has refused it.
  chats.records.patch((each) => ({ ...each, tags: [{ id: 'refused', name: 'Refused', color: 'GRAY' }] }))
  const refresh = chats.refresh(chat.id)
  await expect.poll(() => answers.length).toBe(1)
  const { id, status, lastActivityAt, unansweredSince } = chat
  const changed = {
    status,
    lastActivityAt,
    unansweredSince,
    revision: 2,
    lastSeq: 2,
    lastVisitorSeq: 2,
    preview: 'Hello?',
  }
  chats.applyMessage({ activity: { chat: { id }, ...changed }, message: makeMessage({ seq: 2 }) })
  answers[0]?.({ chat })
  await expect.poll(() => answers.length).toBe(2)
  expect(chats.get(chat.id)?.preview).toBe('Hello?')
  answers[1]?.({ chat: { ...chat, ...changed } })
  await refresh
  expect(chats.get(chat.id)).toMatchObject({ preview: 'Hello?', tags: [] })
})

test('a chat of which the server knows less than the screen, as after a failover, is not read again for ever', async () => {
  const answers = holdRequests('Chat')
  const chats = createChats('me')
  const chat = makeChat({ revision: 7 })
  chats.apply(chat)
  void chats.refresh(chat.id)
  for (let count = 0; count < 3; count++) {
    await expect.poll(() => answers.length).toBe(count + 1)
    answers[count]?.({ chat: { ...chat, revision: 5 } })
  }
  await expect.poll(() => chats.get(chat.id)?.revision).toBe(5)
  expect(answers.length).toBe(3)
})

test('a chat that is opened while everything is read again is not forgotten', async () => {
  const answers = holdRequests('Chats', 'Chat')
  const chats = createChats('me')
  const [first, opened] = [makeChat({ status: 'CLOSED' }), makeChat({ status: 'CLOSED' })]
  for (const chat of [first, opened]) chats.apply(chat)
  let open = first
  const reading = chats.resync(builtInView('waiting'), () => open.id)
  // The two lists that are always read.
  await expect.poll(() => answers.length).toBe(2)
  for (const answer of answers) answer({ chats: page() })
  await expect.poll(() => answers.length).toBe(3)
  open = opened
  answers[2]?.({ chat: first })
  await expect.poll(() => answers.length).toBe(4)
  answers[3]?.({ chat: opened })
  await reading
  expect([first, opened].map(({ id }) => chats.get(id) !== undefined)).toEqual([false, true])
})

test('a chat whose closing can still be taken back is in its list again after everything was read meanwhile', async () => {
  const answers = holdRequests('Chats', 'ChatsById')
  const chats = createChats('me')
  const mine = builtInView('mine')
  const chat = makeChat({ status: 'ACTIVE', operators: [{ id: 'me', name: 'Me' }] })
  chats.apply(chat)
  chats.setAside(chat.id, true)
  const reading = chats.resync(mine, () => null)
  await expect.poll(() => answers.length).toBe(2)
  for (const answer of answers) answer({ chats: page(chat) })
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.({ nodes: [{ ...chat, revision: 2, preview: 'By the way' }] })
  await reading
  chats.setAside(chat.id, false)
  expect(chats.list(mine).ids).toEqual([chat.id])
  expect(chats.get(chat.id)?.preview).toBe('By the way')
})
