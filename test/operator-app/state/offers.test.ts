import { expect, onTestFinished, test } from 'vitest'
import { createOffers } from '../../../operator-app/src/state/inbox/offers.svelte.ts'
import { makeOffer } from '../samples.ts'

test('an offer that comes while everything is read again stays, and one that is over does not come back', () => {
  const offers = createOffers('me')
  onTestFinished(() => offers.replace([]))
  const [over, open, arrived] = [makeOffer('over'), makeOffer('open'), makeOffer('arrived')]
  offers.replace([over, open])
  const take = offers.beginRead()
  offers.apply(arrived)
  offers.apply({ ...over, state: 'EXPIRED' })
  take([over, open])
  expect(offers.items.map(({ offer }) => offer.id)).toEqual(['open', 'arrived'])
})
