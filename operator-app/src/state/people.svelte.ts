import { SvelteMap } from 'svelte/reactivity'
import type { Operator } from '../graphql/fragments.ts'
import { type Department, departmentsQuery, operatorsQuery } from '../graphql/people.ts'
import { query } from '../graphql/request.ts'

const PAGE_SIZE = 100

/** The account's operators with their presence, and its departments. */
export class People {
  #operators = new SvelteMap<string, Operator>()
  /** Whom events brought while everybody was being read: they are newer than the answer. */
  #appliedWhileLoading = new Set<string>()
  #loads = 0
  #departments = $state.raw<readonly Department[]>([])

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

  get departments() {
    return this.#departments
  }

  /** The name that somebody has now; the one that a record remembers when they are not known. */
  nameOf(person: { id: string; name: string }): string {
    return this.#operators.get(person.id)?.name ?? person.name
  }

  apply(operator: Operator): void {
    this.#appliedWhileLoading.add(operator.id)
    this.#operators.set(operator.id, operator)
  }

  /** Reads everybody again. A failure leaves what is there: events go on patching it. */
  async load(): Promise<void> {
    await Promise.all([this.#loadOperators(), this.loadDepartments()]).catch(() => {})
  }

  async loadDepartments(): Promise<void> {
    const load = ++this.#loads
    const { departments } = await query(departmentsQuery, { first: PAGE_SIZE })
    if (load !== this.#loads) return
    this.#departments = departments.edges.map((edge) => edge.node)
  }

  async #loadOperators(): Promise<void> {
    this.#appliedWhileLoading.clear()
    let after: string | null = null
    do {
      const page: { operators: OperatorPage } = await query(operatorsQuery, { first: PAGE_SIZE, after })
      for (const { node } of page.operators.edges) {
        if (!this.#appliedWhileLoading.has(node.id)) this.#operators.set(node.id, node)
      }
      after = page.operators.pageInfo.hasNextPage ? page.operators.pageInfo.endCursor : null
    } while (after !== null)
  }
}

interface OperatorPage {
  edges: { node: Operator }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

export function createPeople(): People {
  return new People()
}
