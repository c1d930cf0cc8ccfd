import { expect, test } from 'vitest'
import { holdRequests } from '../hold-requests.ts'
import { makeViewer, openWorkspace } from '../open-workspace.ts'
import { makeOffer } from '../samples.ts'

test('when everything is read again, what came meanwhile is not forgotten', async () => {
  const workspace = await openWorkspace()
  const { leftChats, mentions, offers } = workspace
  const answers = holdRequests('Viewer', 'UnseenMentions')
  // What else is read is answered with nothing, which ends it.
  const reading = workspace.resync().catch(() => {})
  await expect.poll(() => answers.length).toBe(1)
  const mention = { id: 'mention', chat: { id: 'chat' }, message: { id: 'message' } }
  offers.apply(makeOffer('offer'))
  mentions.replace([mention])
  leftChats.replace([{ id: 'left' }])
  answers[0]?.({ viewer: makeViewer() })
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.({ viewer: { unseenMentions: [mention] } })
  await reading
  expect(offers.items.map(({ offer }) => offer.id)).toEqual(['offer'])
  expect(mentions.isUnseen('message')).toBe(true)
  expect(leftChats.ids).toEqual(['left'])
})
