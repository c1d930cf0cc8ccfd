const MOST = 6

/** The chats that were opened last, in this tab and since it was loaded. */
export class RecentChats {
  #ids = $state.raw<readonly string[]>([])

  /** The last one first. */
  get ids() {
    return this.#ids
  }

  add(id: string): void {
    if (this.#ids[0] !== id) this.#ids = [id, ...this.#ids.filter((other) => other !== id)].slice(0, MOST)
  }
}

export function createRecentChats(): RecentChats {
  return new RecentChats()
}
