import type { Db } from '../database/client.ts'
import { isWithin, type Viewer } from '../domain/viewer.ts'
import type { EventHub } from '../events/hub.ts'
import { type LiveEvent, transient } from '../events/live-event.ts'
import { visitorOfVisit } from '../events/visit-kinds.ts'
import { describeError } from '../process/describe-error.ts'
import type { Logger } from '../process/logger.ts'
import type { VisitorPresence } from './visitor-presence.ts'

/** How many visitors one event describes; the others come with the next. */
export const MOST_DESCRIBED = 100
/** Changes that come together are told together. */
const TOGETHER_MS = 200
/** After changes of others than those who are shown, so that a busy website is not looked at all the time. */
const IN_VAIN_MS = 1_000
/** How long it takes to look at a visitor: what changes faster is told more rarely, as it is by then. */
const PER_VISITOR_MS = 50
/** How often it is looked at without news, which may have been lost, and how often only their number is told. */
const EVERY_MS = 5_000

/** Whose list it is, and how many of the latest visits it has. */
export interface SiteScope {
  viewer: Viewer
  limit: number
}

/** What has changed in a list. */
export interface SiteChange {
  /** The visitors who are new in it or have changed. */
  visitorIds: string[]
  /** The numbers of all in it, the latest visit first. */
  numbers: number[]
  /** How many are on the websites. */
  totalCount: number
}

export interface SiteWatchOptions {
  hub: Pick<EventHub, 'follow'>
  presence: Pick<VisitorPresence, 'page' | 'count'>
  db: Db
  log: Logger
  /** The websites that the viewer sees, as the ids of their channels. */
  findWebsites(viewer: Viewer): Promise<string[]>
}

type Listener = (event: LiveEvent) => void

/**
 * The latest visits on the websites that some operators see, compared with what these were told of them. It costs the
 * same however many of them follow it, and its pace does not grow with the number of visitors.
 */
export class SiteWatch {
  readonly #options: SiteWatchOptions
  readonly #scope: SiteScope
  readonly #listeners = new Set<Listener>()
  /** The numbers of those in the list by their ids, in its order. */
  #shown: ReadonlyMap<string, number> = new Map()
  #changed = new Set<string>()
  #totalCount = 0
  #toldAt = 0
  #mustTell = false
  /** It is not looked at before. */
  #restsUntil = 0
  #next: { at: number; timer: NodeJS.Timeout } | undefined
  /** From the beginning, until the list has been read. */
  #isLooking = true
  #unfollow = () => {}
  #ready: Promise<void> | undefined

  constructor(scope: SiteScope, options: SiteWatchOptions) {
    this.#scope = scope
    this.#options = options
  }

  get isFollowed(): boolean {
    return this.#listeners.size > 0
  }

  /** Resolves when no change can be missed; the listener is told the present list then or soon. Throws when it cannot be read. */
  async add(listener: Listener): Promise<void> {
    this.#listeners.add(listener)
    this.#ready ??= this.#start()
    await this.#ready
    if (this.#changed.size === 0) listener(this.#describe([]))
    // It may have read somebody who has come and gone since the list was last looked at.
    else this.#mustTell = true
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener)
    if (!this.isFollowed) this.#stop()
  }

  async #start(): Promise<void> {
    const { accountId } = this.#scope.viewer
    this.#unfollow = await this.#options.hub.follow({ accountId }, { tell: (event) => this.#note(event) })
    const { shown, totalCount } = await this.#read(new Set(), Number.POSITIVE_INFINITY)
    this.#shown = shown
    this.#totalCount = totalCount
    this.#toldAt = Date.now()
    this.#isLooking = false
    this.#lookAt(Date.now() + (this.#changed.size > 0 ? TOGETHER_MS : EVERY_MS))
    // Everyone has left while it began.
    if (!this.isFollowed) this.#stop()
  }

  #stop(): void {
    this.#unfollow()
    clearTimeout(this.#next?.timer)
  }

  #note(event: LiveEvent): void {
    const id = visitorOfVisit(event)
    const { accountId, channelId } = event
    if (!id || !channelId || !isWithin(this.#scope.viewer, { accountId, channelId })) return
    this.#changed.add(id)
    this.#lookAt(Math.max(Date.now() + TOGETHER_MS, this.#restsUntil))
  }

  #lookAt(at: number): void {
    if (this.#isLooking || !this.isFollowed || (this.#next && this.#next.at <= at)) return
    clearTimeout(this.#next?.timer)
    this.#next = { at, timer: setTimeout(() => void this.#look(), at - Date.now()) }
  }

  /** Never throws: what could not be read is read later. */
  async #look(): Promise<void> {
    this.#next = undefined
    this.#isLooking = true
    const changed = this.#changed
    this.#changed = new Set()
    try {
      await this.#compare(changed)
    } catch (error) {
      for (const id of changed) this.#changed.add(id)
      this.#restsUntil = Date.now() + EVERY_MS
      const { reason } = describeError(error)
      this.#options.log.warn({ reason }, 'a list of who is on the websites is not up to date')
    }
    this.#isLooking = false
    this.#lookAt(this.#changed.size > 0 ? this.#restsUntil : Date.now() + EVERY_MS)
  }

  async #compare(changed: ReadonlySet<string>): Promise<void> {
    const { shown, totalCount, described, later } = await this.#read(changed, MOST_DESCRIBED)
    for (const id of later) this.#changed.add(id)
    const isNews = described.length > 0 || [...shown.keys()].join() !== [...this.#shown.keys()].join()
    this.#shown = shown
    const now = Date.now()
    this.#restsUntil = now + (isNews ? Math.max(TOGETHER_MS, described.length * PER_VISITOR_MS) : IN_VAIN_MS)
    const isCounted = totalCount !== this.#totalCount && now - this.#toldAt >= EVERY_MS
    if (!isNews && !isCounted && !this.#mustTell) return
    this.#mustTell = false
    this.#totalCount = totalCount
    this.#toldAt = now
    const event = this.#describe(described)
    for (const listen of this.#listeners) listen(event)
  }

  /** The list as it is now, and who in it is new or has changed; of these, those after the limit are not in it yet. */
  async #read(changed: ReadonlySet<string>, most: number) {
    const { presence, findWebsites } = this.#options
    const { viewer, limit } = this.#scope
    const channelIds = await findWebsites(viewer)
    const [page, totalCount] = await Promise.all([
      presence.page({ channelIds, limit }),
      presence.count(channelIds),
    ])
    const list = await this.#withNumbers(page.map(({ visitorId }) => visitorId))
    const news = list.flatMap(([id]) => (changed.has(id) || !this.#shown.has(id) ? id : []))
    const later = new Set(news.slice(most))
    const shown = new Map(list.filter(([id]) => !later.has(id) || this.#shown.has(id)))
    return { shown, totalCount, described: news.slice(0, most), later }
  }

  /** In the same order, without those who were merged or erased a moment ago. */
  async #withNumbers(ids: readonly string[]): Promise<[id: string, number: number][]> {
    const { accountId } = this.#scope.viewer
    const unknown = ids.filter((id) => !this.#shown.has(id))
    const where = { id: { in: unknown }, accountId, mergedIntoId: null }
    const rows =
      unknown.length > 0
        ? await this.#options.db.visitor.findMany({ where, select: { id: true, number: true } })
        : []
    const numbers = new Map(rows.map(({ id, number }) => [id, number]))
    return ids.flatMap((id) => {
      const number = this.#shown.get(id) ?? numbers.get(id)
      return number === undefined ? [] : [[id, number] as [string, number]]
    })
  }

  #describe(visitorIds: string[]): LiveEvent {
    const data = { visitorIds, numbers: [...this.#shown.values()], totalCount: this.#totalCount }
    const { accountId } = this.#scope.viewer
    return { ...transient('SITE_CHANGED', { accountId }), data: data satisfies SiteChange }
  }
}
