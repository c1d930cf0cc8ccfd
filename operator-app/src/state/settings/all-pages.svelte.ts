import type { ConfigurationField } from '../../graphql/configuration-rules.ts'
import { fieldsOf } from '../../graphql/fields-of.ts'
import type { QueryData, TadaDocumentNode } from '../../graphql/graphql.ts'
import type { CachedQuery } from './cached-query.svelte.ts'
import type { Reader } from './changes.ts'
import type { Configuration, ConfigurationData } from './configuration.ts'

const PAGE_SIZE = 100
/** What could not be read is asked for again after this: a filter that lacks its choices does not say so. */
export const RETRY_MS = 10_000

// A type, because an interface is no record of variables.
type Paging = {
  first: number
  after: string | null
}

interface Connection<Node> {
  edges: { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

interface Page<Data extends ConfigurationData, Own> {
  after: string | null
  query: CachedQuery<Data, Paging & Own>
}

/** `Own` are the variables of the query besides those that name a page. */
export interface ListOptions<Data extends ConfigurationData, Node, Own> {
  document: TadaDocumentNode<Data, Paging & Own>
  connectionOf: (data: QueryData<Data>) => Connection<Node>
  variables?: Own
}

/** What it reads with. */
type Source = Pick<Configuration, 'query' | 'read' | 'readCached'>

/** A whole list of the configuration, however many pages it has, as the cache has it now. */
export class AllPages<
  Data extends ConfigurationData,
  Node extends { id: string },
  Own extends object = object,
> implements Reader
{
  readonly fields: readonly ConfigurationField[]
  readonly isCacheOnly = true
  readonly #configuration: Source
  readonly #options: ListOptions<Data, Node, Own>
  /** The cursors of the pages that were read, and the pages as the cache has them. */
  #pages = $state.raw<readonly Page<Data, Own>[]>([])
  readonly #byId = $derived(
    new Map(
      this.#pages
        .flatMap(({ query }) => (query.data ? this.#options.connectionOf(query.data).edges : []))
        .map(({ node }) => [node.id, node]),
    ),
  )
  readonly #nodes = $derived([...this.#byId.values()])
  #hasFailed = $state(false)
  #retry: ReturnType<typeof setTimeout> | undefined
  #loads = 0
  /** How many of them are under way. */
  #loading = 0

  constructor(configuration: Source, options: ListOptions<Data, Node, Own>) {
    this.fields = fieldsOf(options.document) as ConfigurationField[]
    this.#configuration = configuration
    this.#options = options
  }

  /** Each entry once, in the order of the list. */
  get nodes(): Node[] {
    return this.#nodes
  }

  /** What the query brings besides the list. */
  get first(): QueryData<Data> | undefined {
    return this.#pages[0]?.query.data
  }

  get(id: string): Node | undefined {
    return this.#byId.get(id)
  }

  /** It could not be read, and nothing is known from before. */
  get failed(): boolean {
    return this.#hasFailed && !this.isKnown
  }

  get isReading(): boolean {
    return this.#loading > 0
  }

  /** Whether it was read. */
  get isKnown(): boolean {
    return this.#pages.length > 0
  }

  /** Reads everything again; until then, it has what the cache has. After a failure, the list is kept: events continue to patch it. */
  async load(): Promise<void> {
    clearTimeout(this.#retry)
    const load = ++this.#loads
    this.#loading += 1
    if (!this.isKnown) this.#showCached()
    const cursors = await this.#readPages().catch(() => null)
    this.#loading -= 1
    // How an earlier one ended says nothing any more.
    if (load !== this.#loads) return
    this.#hasFailed = cursors === null
    if (cursors) this.#show(cursors)
    if (this.failed) this.#retry = setTimeout(() => this.load(), RETRY_MS)
  }

  stop(): void {
    clearTimeout(this.#retry)
    this.#loads += 1
    this.#show([])
  }

  #showCached(): void {
    const cursors: (string | null)[] = []
    let after: string | null = null
    do {
      const data = this.#configuration.readCached(this.#options.document, this.#variablesOf(after))
      if (!data) return
      cursors.push(after)
      after = this.#cursorAfter(data)
    } while (after !== null)
    this.#show(cursors)
  }

  /** Returns the cursor after which each page begins. */
  async #readPages(): Promise<(string | null)[]> {
    const cursors: (string | null)[] = []
    let after: string | null = null
    do {
      cursors.push(after)
      const data: QueryData<Data> = await this.#configuration.read(
        this.#options.document,
        this.#variablesOf(after),
      )
      after = this.#cursorAfter(data)
    } while (after !== null)
    return cursors
  }

  #cursorAfter(data: QueryData<Data>): string | null {
    const { hasNextPage, endCursor } = this.#options.connectionOf(data).pageInfo
    return hasNextPage ? endCursor : null
  }

  #variablesOf(after: string | null): Paging & Own {
    return { ...(this.#options.variables as Own), first: PAGE_SIZE, after }
  }

  #show(cursors: readonly (string | null)[]): void {
    const before = this.#pages
    this.#pages = cursors.map((after) => before.find((page) => page.after === after) ?? this.#showPage(after))
    for (const page of before) if (!this.#pages.includes(page)) page.query.stop()
  }

  #showPage(after: string | null): Page<Data, Own> {
    const { document } = this.#options
    return { after, query: this.#configuration.query(document, this.#variablesOf(after), 'cache-only') }
  }
}
