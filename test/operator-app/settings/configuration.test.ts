import { expect, test, vi } from 'vitest'
import { updateChannelMutation } from '../../../operator-app/src/graphql/channel-mutations.ts'
import { updateTagMutation } from '../../../operator-app/src/graphql/tags.ts'
import { createConfiguration } from '../../../operator-app/src/state/settings/configuration.ts'
import { holdRequests } from '../hold-requests.ts'

test('of two changes of one thing, the second is sent when the first is answered, so that it counts; others at once', async () => {
  const answers = holdRequests('UpdateChannel', 'UpdateTag')
  vi.stubGlobal('addEventListener', () => {})
  const configuration = createConfiguration()
  const change = (name: string, id = 'c') =>
    configuration.mutate(updateChannelMutation, { input: { id, name } })
  const changed = [change('First'), change('Second')]
  const another = change('Other', 'd')
  const tagged = configuration.mutate(updateTagMutation, { input: { id: 't', name: 'Refund' } })
  await expect.poll(() => answers.length).toBe(3)
  const answer = { updateChannel: { __typename: 'UpdateChannelPayload', channel: null, userErrors: [] } }
  answers[1]?.(answer)
  await another
  answers[2]?.({ updateTag: { __typename: 'UpdateTagPayload', tag: null, userErrors: [] } })
  await tagged
  expect(answers).toHaveLength(3)
  answers[0]?.(answer)
  await changed[0]
  await expect.poll(() => answers.length).toBe(4)
  answers[3]?.(answer)
  await changed[1]
})
