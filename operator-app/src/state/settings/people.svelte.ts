import type { Operator } from '../../graphql/fragments.ts'
import { departmentsQuery, operatorsQuery } from '../../graphql/people.ts'
import type { Reader } from './changes.ts'
import type { Configuration } from './configuration.ts'

const PAGE_SIZE = 100

/** The account's operators with their presence, and its departments; apart from the pages, because chats name them. */
export class People implements Reader {
  readonly fields = ['operators'] as const
  readonly #configuration: Configuration
  readonly #departments
  /** The cursors of the pages that were read, and the pages as the cache has them. */
  #pages = $state.raw<readonly ReturnType<typeof showPage>[]>([])
  readonly #operators = $derived(
    new Map(
      this.#pages
        .flatMap(({ query }) => query.data?.operators.edges ?? [])
        .map(({ node }) => [node.id, node]),
    ),
  )
  #hasFailed = $state(false)
  #loads = 0
  #loading = 0

  constructor(configuration: Configuration) {
    this.#configuration = configuration
    this.#departments = configuration.query(departmentsQuery, { first: PAGE_SIZE }, 'cache-first')
    configuration.follow(this)
  }

  get(id: string): Operator | undefined {
    return this.#operators.get(id)
  }

  /** Everybody who can be given a chat, those who are there first. */
  get active(): Operator[] {
    const rank = { ONLINE: 0, AWAY: 1, OFFLINE: 2 }
    return [...this.#operators.values()]
      .filter((operator) => operator.deactivatedAt === null)
      .sort((a, b) => rank[a.presence] - rank[b.presence] || a.name.localeCompare(b.name))
  }

  /** Whether nobody is known yet. */
  get isEmpty(): boolean {
    return this.#operators.size === 0
  }

  /** Whether the list could not be read. */
  get failed(): boolean {
    return this.#hasFailed && this.isEmpty
  }

  get departments() {
    return this.#departments.data?.departments.edges.map((edge) => edge.node) ?? []
  }

  get isReading(): boolean {
    return this.#loading > 0
  }

  /** The name that somebody has now; the one that a record remembers when they are not known. */
  nameOf(person: { id: string; name: string }): string {
    return this.get(person.id)?.name ?? person.name
  }

  /** Reads everybody again. After a failure, the list is kept: events continue to patch it. */
  async load(): Promise<void> {
    const load = ++this.#loads
    this.#loading += 1
    try {
      const cursors = await this.#readPages()
      if (load === this.#loads) this.#show(cursors)
      this.#hasFailed = false
    } catch {
      this.#hasFailed = true
    } finally {
      this.#loading -= 1
    }
  }

  stop(): void {
    this.#show([])
    this.#departments.stop()
  }

  /** Returns the cursor after which each page begins. */
  async #readPages(): Promise<(string | null)[]> {
    const cursors: (string | null)[] = []
    let after: string | null = null
    do {
      cursors.push(after)
      const { operators }: { operators: OperatorPage } = await this.#configuration.read(operatorsQuery, {
        first: PAGE_SIZE,
        after,
      })
      after = operators.pageInfo.hasNextPage ? operators.pageInfo.endCursor : null
    } while (after !== null)
    return cursors
  }

  #show(cursors: readonly (string | null)[]): void {
    const before = this.#pages
    this.#pages = cursors.map(
      (after) => before.find((page) => page.after === after) ?? showPage(this.#configuration, after),
    )
    for (const page of before) if (!this.#pages.includes(page)) page.query.stop()
  }
}

interface OperatorPage {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

function showPage(configuration: Configuration, after: string | null) {
  return { after, query: configuration.query(operatorsQuery, { first: PAGE_SIZE, after }, 'cache-only') }
}

export function createPeople(configuration: Configuration): People {
  return new People(configuration)
}
