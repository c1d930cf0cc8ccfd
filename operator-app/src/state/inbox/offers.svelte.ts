import type { Offer } from '../../graphql/fragments.ts'
import { News } from '../news.ts'

/** An offer with the time at which it ends by this machine's clock, which may differ from the server's. */
export interface TimedOffer {
  offer: Offer
  endsAt: number
}

/** Chats that colleagues or the routing offer to this operator, until they are answered or run out. */
export class Offers {
  #viewerId: string
  #items = $state.raw<readonly TimedOffer[]>([])
  #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #news = new News<Offer>()

  constructor(viewerId: string) {
    this.#viewerId = viewerId
  }

  get items() {
    return this.#items
  }

  /** How many come from colleagues. What the routing offers is waiting, and is counted there. */
  get byColleagues(): number {
    return this.#items.filter(({ offer }) => offer.kind !== 'OFFER').length
  }

  /** The offer of a chat. */
  ofChat(chatId: string): TimedOffer | undefined {
    return this.#items.find(({ offer }) => offer.chat.id === chatId)
  }

  /** To be called when all of them begin to be read again. What it returns takes in the answer, and what came meanwhile. */
  beginRead(): (offers: readonly Offer[]) => void {
    const since = this.#news.begin()
    return (offers) => {
      const arrived = this.#items.flatMap(({ offer }) => since(offer.id) ?? [])
      this.replace([...offers.filter(({ id }) => !since(id)), ...arrived])
    }
  }

  replace(offers: readonly Offer[]): void {
    for (const item of this.#items) this.remove(item.offer.id)
    for (const offer of offers) this.apply(offer)
  }

  /** Takes in an invitation; true when it is a new offer to this operator. */
  apply(offer: Offer): boolean {
    if (offer.to.id !== this.#viewerId) return false
    this.#news.note(offer.id, offer)
    if (offer.state !== 'PENDING') {
      this.remove(offer.id)
      return false
    }
    if (this.#items.some((item) => item.offer.id === offer.id)) return false
    const lasts = Date.parse(offer.expiresAt) - Date.parse(offer.createdAt)
    const left = Math.min(Math.max(Date.parse(offer.expiresAt) - Date.now(), 0), lasts)
    this.#items = [...this.#items, { offer, endsAt: Date.now() + left }]
    this.#timers.set(
      offer.id,
      setTimeout(() => this.remove(offer.id), left),
    )
    return true
  }

  remove(id: string): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    this.#items = this.#items.filter((item) => item.offer.id !== id)
  }
}

export function createOffers(viewerId: string): Offers {
  return new Offers(viewerId)
}
