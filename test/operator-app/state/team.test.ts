import { expect, onTestFinished, test } from 'vitest'
import { createTeam } from '../../../operator-app/src/state/team.svelte.ts'
import { holdRequests } from '../hold-requests.ts'

function listed(totalCount: number) {
  return { team: { totalCount, nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } }
}

test('what happened before the page followed the team is read, also when it was being read just then', async () => {
  const answers = holdRequests('Team')
  let start = () => {}
  const team = createTeam({
    follow: (_document, _variables, { onStart }) => {
      start = () => onStart?.()
      return () => {}
    },
  })
  const stop = team.follow()
  onTestFinished(stop)
  void team.load()
  await expect.poll(() => answers.length).toBe(1)
  start()
  answers[0]?.(listed(1))
  await expect.poll(() => team.total).toBe(1)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(listed(2))
  await expect.poll(() => team.total).toBe(2)
})
