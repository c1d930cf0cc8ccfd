import type { QueryData, TadaDocumentNode } from '../../graphql/graphql.ts'
import type { CachedQuery } from './cached-query.svelte.ts'
import type { Configuration, ConfigurationData } from './configuration.ts'

const PAGE_SIZE = 100

// A type, because an interface is no record of variables.
type Paging = {
  first: number
  after: string | null
}

interface Connection<Node> {
  edges: { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

interface Page<Data extends ConfigurationData> {
  after: string | null
  query: CachedQuery<Data, Paging>
}

interface Options<Data extends ConfigurationData, Node> {
  document: TadaDocumentNode<Data, Paging>
  connectionOf: (data: QueryData<Data>) => Connection<Node>
}

/** What it reads with. */
type Source = Pick<Configuration, 'query' | 'read'>

/** A whole list of the configuration, however many pages it has, as the cache has it now. */
export class AllPages<Data extends ConfigurationData, Node extends { id: string }> {
  readonly #configuration: Source
  readonly #options: Options<Data, Node>
  /** The cursors of the pages that were read, and the pages as the cache has them. */
  #pages = $state.raw<readonly Page<Data>[]>([])
  readonly #nodes = $derived(
    this.#pages
      .flatMap(({ query }) => (query.data ? this.#options.connectionOf(query.data).edges : []))
      .map(({ node }) => node),
  )
  readonly #byId = $derived(new Map(this.#nodes.map((node) => [node.id, node])))
  #hasFailed = $state(false)
  #loads = 0
  /** How many of them are under way. */
  #loading = 0

  constructor(configuration: Source, options: Options<Data, Node>) {
    this.#configuration = configuration
    this.#options = options
  }

  /** Each entry once, in the order of the list. */
  get nodes(): Node[] {
    return [...this.#byId.values()]
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
    return this.#hasFailed && this.#byId.size === 0
  }

  get isReading(): boolean {
    return this.#loading > 0
  }

  /** Whether it was read. */
  get isKnown(): boolean {
    return this.#pages.length > 0
  }

  /** Reads everything again. After a failure, the list is kept: events continue to patch it. */
  async load(): Promise<void> {
    const load = ++this.#loads
    this.#loading += 1
    const cursors = await this.#readPages().catch(() => null)
    this.#loading -= 1
    // How an earlier one ended says nothing any more.
    if (load !== this.#loads) return
    this.#hasFailed = cursors === null
    if (cursors) this.#show(cursors)
  }

  stop(): void {
    this.#loads += 1
    this.#show([])
  }

  /** Returns the cursor after which each page begins. */
  async #readPages(): Promise<(string | null)[]> {
    const cursors: (string | null)[] = []
    let after: string | null = null
    do {
      cursors.push(after)
      const data: QueryData<Data> = await this.#configuration.read(this.#options.document, {
        first: PAGE_SIZE,
        after,
      })
      const { hasNextPage, endCursor } = this.#options.connectionOf(data).pageInfo
      after = hasNextPage ? endCursor : null
    } while (after !== null)
    return cursors
  }

  #show(cursors: readonly (string | null)[]): void {
    const before = this.#pages
    this.#pages = cursors.map((after) => before.find((page) => page.after === after) ?? this.#showPage(after))
    for (const page of before) if (!this.#pages.includes(page)) page.query.stop()
  }

  #showPage(after: string | null): Page<Data> {
    const { document } = this.#options
    return { after, query: this.#configuration.query(document, { first: PAGE_SIZE, after }, 'cache-only') }
  }
}
