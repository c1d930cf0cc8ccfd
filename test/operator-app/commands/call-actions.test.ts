import { expect, test } from 'vitest'
import { holdRequests } from '../hold-requests.ts'
import { openWorkspace } from '../open-workspace.ts'
import { makeCall } from '../samples.ts'

test('whoever takes a call by key and goes elsewhere before the answer stays there', async () => {
  const workspace = await openWorkspace()
  const { takeFirstCall } = await import('../../../operator-app/src/commands/call-actions.ts')
  const { router } = await import('../../../operator-app/src/browser/router.svelte.ts')
  const answers = holdRequests('TakeCall')
  const take = async (id: string, elsewhere: string | null) => {
    router.navigate('/inbox/waiting')
    workspace.calls.apply(makeCall({ id, offered: true, endedAt: null }))
    const asked = answers.length
    const taking = takeFirstCall(workspace)
    await expect.poll(() => answers.length).toBe(asked + 1)
    if (elsewhere) router.navigate(elsewhere)
    answers[asked]?.({ takeCall: { call: makeCall({ id, revision: 2, endedAt: null }), userErrors: [] } })
    await taking
    return router.path
  }
  expect(await take('first', '/archive')).toBe('/archive')
  expect(await take('second', null)).toBe('/inbox/calls/second')
})
