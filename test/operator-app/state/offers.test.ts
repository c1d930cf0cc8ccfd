import { expect, onTestFinished, test } from 'vitest'
import type { Offer } from '../../../operator-app/src/graphql/fragments.ts'
import { createOffers } from '../../../operator-app/src/state/inbox/offers.svelte.ts'
import { makeChat } from '../samples.ts'

function makeOffer(id: string): Offer {
  const now = Date.now()
  return {
    id,
    kind: 'OFFER',
    state: 'PENDING',
    note: null,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 60_000).toISOString(),
    from: null,
    to: { id: 'me', name: 'Me' },
    chat: makeChat(),
  }
}

test('an offer that comes while everything is read again stays, and one that is over does not come back', () => {
  const offers = createOffers('me')
  onTestFinished(() => offers.replace([]))
  const [over, open, arrived] = ['over', 'open', 'arrived'].map(makeOffer) as [Offer, Offer, Offer]
  offers.replace([over, open])
  const take = offers.beginRead()
  offers.apply(arrived)
  offers.apply({ ...over, state: 'EXPIRED' })
  take([over, open])
  expect(offers.items.map(({ offer }) => offer.id)).toEqual(['open', 'arrived'])
})
