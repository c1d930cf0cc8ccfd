import { expect, test } from 'vitest'
import type { Message } from '../../../operator-app/src/graphql/fragments.ts'
import { Thread } from '../../../operator-app/src/state/conversation/thread.svelte.ts'
import { holdRequests } from '../hold-requests.ts'
import { makeChat, makeMessage } from '../samples.ts'

const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => makeMessage({ seq: from + index }))

/** A page of the messages of a chat, as the server answers with it. */
function page(messages: readonly Message[], { isFirst = true } = {}) {
  const pageInfo = { hasPreviousPage: !isFirst, startCursor: isFirst ? null : 'before' }
  return { chat: { ...makeChat(), messages: { edges: messages.map((node) => ({ node })), pageInfo } } }
}

function openThread() {
  return new Thread('a chat', { beginChat: () => () => {}, isUnread: () => false })
}

/** A thread that has read a page of these messages. */
async function readThread(answers: ReturnType<typeof holdRequests>, messages: readonly Message[]) {
  const thread = openThread()
  const load = thread.load()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.(page(messages, { isFirst: false }))
  await load
  return thread
}

const textsOf = (thread: Thread) => thread.messages.map(({ seq, text }) => `${seq} ${text}`)

test('what is said and edited while a chat is being opened is in it', async () => {
  const answers = holdRequests('Messages')
  const thread = openThread()
  const messages = run(5, 7)
  const load = thread.load()
  await expect.poll(() => answers.length).toBe(1)
  for (const seq of [8, 9]) thread.apply(makeMessage({ seq, text: 'New' }))
  thread.apply({ ...(messages[1] as Message), text: 'Edited' })
  thread.apply(makeMessage({ seq: 4, text: 'Edited, and on the page before' }))
  answers[0]?.(page(messages, { isFirst: false }))
  await load
  expect(textsOf(thread)).toEqual(['5 Hello', '6 Edited', '7 Hello', '8 New', '9 New'])
  expect(thread.hasOlder).toBe(true)
  expect(answers.length).toBe(1)
})

test('a message that is deleted while its page is being read is not shown as it was', async () => {
  const answers = holdRequests('Messages')
  const thread = await readThread(answers, run(3, 4))
  const older = run(1, 2)
  const reading = thread.loadOlder()
  await expect.poll(() => answers.length).toBe(2)
  thread.apply({ ...(older[0] as Message), text: null, deletedAt: '2026-03-01T12:00:01.000Z' })
  answers[1]?.(page(older))
  await reading
  expect(textsOf(thread)).toEqual(['1 null', '2 Hello', '3 Hello', '4 Hello'])
})

test('what is edited or mailed while a chat is read again stays so', async () => {
  const answers = holdRequests('Messages')
  const messages = run(1, 3)
  const thread = await readThread(answers, messages)
  const load = thread.load()
  await expect.poll(() => answers.length).toBe(2)
  thread.apply({ ...(messages[0] as Message), text: 'Edited' })
  thread.applyMailed({ seqs: [2], mailedAt: '2026-03-01T12:00:01.000Z' })
  answers[1]?.(page(messages))
  await load
  expect(textsOf(thread)).toEqual(['1 Edited', '2 Hello', '3 Hello'])
  expect(thread.messages[1]?.mailedAt).toBe('2026-03-01T12:00:01.000Z')
})

test('an older page that comes when only the newest messages are shown leaves no gap', async () => {
  const answers = holdRequests('Messages')
  const thread = await readThread(answers, run(11, 12))
  const older = thread.loadOlder()
  await expect.poll(() => answers.length).toBe(2)
  const load = thread.load()
  await expect.poll(() => answers.length).toBe(3)
  thread.apply(makeMessage({ seq: 11, text: 'Edited' }))
  answers[2]?.(page(run(31, 32), { isFirst: false }))
  await load
  answers[1]?.(page(run(9, 10)))
  await older
  expect(textsOf(thread)).toEqual(['31 Hello', '32 Hello'])
  expect(thread.hasOlder).toBe(true)
})
