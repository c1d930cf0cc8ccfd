import { expect, test } from 'vitest'
import { builtInView } from '../../../operator-app/src/state/inbox/inbox-view.ts'
import { holdRequests } from '../hold-requests.ts'
import { openWorkspace } from '../open-workspace.ts'
import { makeChat } from '../samples.ts'

test('chats that cannot be marked as read or as unread are shown as they are', async () => {
  const workspace = await openWorkspace()
  const { markSelectedRead, markSelectedUnread } = await import(
    '../../../operator-app/src/commands/several-chats.ts'
  )
  const answers = holdRequests('Chats', 'MarkChatsRead', 'MarkChatsUnread')
  const { chats, selection } = workspace
  const load = chats.list(builtInView('waiting')).load()
  await expect.poll(() => answers.length).toBe(1)
  const [marked, read] = [
    makeChat({ viewerMarkedUnread: true }),
    makeChat({ viewerMarkedUnread: false, viewerLastReadSeq: 1 }),
  ]
  const edges = [marked, read].map((node) => ({ node }))
  answers[0]?.({ chats: { edges, pageInfo: { hasNextPage: false, endCursor: null } } })
  await load
  const refused = { results: null, userErrors: [{ code: 'INVALID', message: 'Not now', field: [] }] }
  selection.toggle(marked.id)
  const reading = markSelectedRead(workspace)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.({ markChatsRead: refused })
  await reading
  selection.clear()
  selection.toggle(read.id)
  const unreading = markSelectedUnread(workspace)
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.({ markChatsUnread: refused })
  await unreading
  expect([marked, read].map(({ id }) => chats.isUnread(id))).toEqual([true, false])
})
