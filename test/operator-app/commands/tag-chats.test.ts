import { expect, test } from 'vitest'
import { holdRequests } from '../hold-requests.ts'
import { openWorkspace } from '../open-workspace.ts'
import { makeChat } from '../samples.ts'

test('a tag that is put on a chat while another one is being put there is shown all the time', async () => {
  const workspace = await openWorkspace()
  const { chats } = workspace
  const { putTags } = await import('../../../operator-app/src/commands/tag-chats.ts')
  const answers = holdRequests('TagChats')
  const tag = (id: string) => ({ id, name: id, color: 'RED' as const })
  const [vip, spam] = [tag('vip'), tag('spam')]
  const chat = makeChat({ tags: [] })
  chats.apply(chat)
  const shown = () => chats.records.get(chat.id)?.tags.map(({ id }) => id)
  const answer = (at: number, change: Partial<typeof chat>) =>
    answers[at]?.({
      tagChats: { results: [{ chat: { ...chat, ...change }, userErrors: [] }], userErrors: [] },
    })

  const first = putTags(workspace, [chat.id], { add: [vip] })
  const second = putTags(workspace, [chat.id], { add: [spam] })
  await expect.poll(() => answers.length).toBe(1)
  chats.apply({ ...chat, revision: chat.revision + 1, tags: [vip] })
  expect(shown()).toEqual(['vip', 'spam'])
  answer(0, { revision: chat.revision + 1, tags: [vip] })
  await first
  expect(shown()).toEqual(['vip', 'spam'])
  await expect.poll(() => answers.length).toBe(2)
  answer(1, { revision: chat.revision + 2, tags: [vip, spam] })
  await second
  expect(shown()).toEqual(['vip', 'spam'])
  // Nothing is expected any more.
  chats.apply({ ...chat, revision: chat.revision + 3, tags: [] })
  expect(shown()).toEqual([])
})

test('a tag that a colleague takes off again before the answer comes is not shown any more after it', async () => {
  const workspace = await openWorkspace()
  const { chats } = workspace
  const { putTags } = await import('../../../operator-app/src/commands/tag-chats.ts')
  const answers = holdRequests('TagChats', 'Chat')
  const vip = { id: 'vip', name: 'vip', color: 'RED' as const }
  const chat = makeChat({ tags: [] })
  chats.apply(chat)
  const put = putTags(workspace, [chat.id], { add: [vip] })
  await expect.poll(() => answers.length).toBe(1)
  const removed = { ...chat, revision: chat.revision + 2 }
  chats.apply(removed)
  const tagged = { ...chat, revision: chat.revision + 1, tags: [vip] }
  answers[0]?.({ tagChats: { results: [{ chat: tagged, userErrors: [] }], userErrors: [] } })
  await put
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.({ chat: removed })
  await expect.poll(() => chats.records.get(chat.id)?.tags).toEqual([])
})
