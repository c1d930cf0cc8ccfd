import { byStart, type PresentVisitor, type SitePage } from './visitor-store.ts'

interface Entry extends PresentVisitor {
  until: number
}

type Place = Pick<PresentVisitor, 'visitorId' | 'startedAt'>

/** The visitors of one website in an installation that is a single process, also in the order of their visits. */
export class LocalSite {
  readonly #byId = new Map<string, Entry>()
  /** The earliest visit first. */
  readonly #inOrder: Entry[] = []

  get isEmpty(): boolean {
    return this.#byId.size === 0
  }

  /** They are there at least until then; a later visit replaces an earlier one. */
  add(visitor: PresentVisitor, until: number): void {
    const known = this.#byId.get(visitor.visitorId)
    if (known) known.until = Math.max(known.until, until)
    if (known && known.startedAt >= visitor.startedAt) return
    this.#place({ ...visitor, until: known?.until ?? until })
  }

  restart(visitor: PresentVisitor): void {
    const known = this.#byId.get(visitor.visitorId)
    if (known) this.add(visitor, known.until)
  }

  find(visitorId: string, now: number): Entry | null {
    const known = this.#byId.get(visitorId)
    return known && known.until > now ? known : null
  }

  /** They are there until then at most. */
  shorten(visitorId: string, until: number): void {
    const known = this.#byId.get(visitorId)
    if (known) known.until = until
  }

  remove(visitorId: string): void {
    const known = this.#byId.get(visitorId)
    if (!known) return
    this.#byId.delete(visitorId)
    this.#inOrder.splice(this.#indexOf(known), 1)
  }

  count(now: number): number {
    let count = 0
    for (const { until } of this.#inOrder) if (until > now) count++
    return count
  }

  present(now: number): string[] {
    return this.#inOrder.flatMap(({ visitorId, until }) => (until > now ? visitorId : []))
  }

  prune(now: number): void {
    for (const { visitorId, until } of [...this.#byId.values()]) if (until <= now) this.remove(visitorId)
  }

  /** Those of a page who are in this website. */
  page({ limit, after, oldestFirst }: Omit<SitePage, 'channelIds'>, now: number): PresentVisitor[] {
    const step = oldestFirst ? 1 : -1
    const found: PresentVisitor[] = []
    for (let at = this.#first(after, oldestFirst); found.length < limit; at += step) {
      const entry = this.#inOrder[at]
      if (!entry) break
      if (entry.until > now) found.push(entry)
    }
    return found
  }

  #first(after: SitePage['after'], oldestFirst: boolean | undefined): number {
    if (!after) return oldestFirst ? 0 : this.#inOrder.length - 1
    const index = this.#indexOf(after)
    if (!oldestFirst) return index - 1
    const found = this.#inOrder[index]
    return found && byStart(found, after) === 0 ? index + 1 : index
  }

  #place(entry: Entry): void {
    this.remove(entry.visitorId)
    this.#byId.set(entry.visitorId, entry)
    this.#inOrder.splice(this.#indexOf(entry), 0, entry)
  }

  /** Where it is, or belongs. */
  #indexOf(wanted: Place): number {
    let [low, high] = [0, this.#inOrder.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (byStart(this.#inOrder[middle] as Entry, wanted) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
