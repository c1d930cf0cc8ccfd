import { anyChannelQuery } from '../graphql/channels.ts'
import { query } from '../graphql/request.ts'

/** Whether there is a channel that this user answers; separate because without one the inbox stays empty for ever. */
export class Channels {
  #count = $state<number | null>(null)
  #loads = 0

  /** True when it is known that there is none. */
  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** A failure leaves what is known: the next event or connection reads it again. */
  async load(): Promise<void> {
    const load = ++this.#loads
    const answer = await query(anyChannelQuery, { first: 1 }).catch(() => null)
    if (answer && load === this.#loads) this.#count = answer.channels.edges.length
  }
}

export function createChannels(): Channels {
  return new Channels()
}
