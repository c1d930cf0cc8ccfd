import { expect, test } from 'vitest'
import type { Message } from '../../../operator-app/src/graphql/fragments.ts'
import { holdRequests } from '../hold-requests.ts'
import { openWorkspace } from '../open-workspace.ts'

test('what a message was being changed to is forgotten when its visitor was erased', async () => {
  const { messageEdits } = await openWorkspace()
  const { forgetGone } = await import('../../../operator-app/src/state/conversation/forget-gone.ts')
  const answers = holdRequests('Existing')
  for (const id of ['gone', 'there']) messageEdits.begin({ id, text: 'A secret' } as Message)
  const forgetting = forgetGone([messageEdits])
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.({ nodes: [null, { __typename: 'Message', id: 'there' }] })
  await forgetting
  expect(messageEdits.ids).toEqual(['there'])
})
