import type { Operator } from '../../graphql/fragments.ts'
import { departmentsQuery, operatorsQuery } from '../../graphql/people.ts'
import { AllPages } from './all-pages.svelte.ts'
import type { Configuration } from './configuration.ts'

const byName = (a: Operator, b: Operator) => a.name.localeCompare(b.name)

/** The account's operators with their presence, and its departments; apart from the pages, because chats name them. */
export class People {
  readonly #operators
  readonly #departments
  readonly #members = $derived.by(() => {
    const members = new Map<string, Operator[]>()
    for (const operator of this.active.toSorted(byName))
      for (const { id } of operator.departments) {
        const others = members.get(id)
        if (others) others.push(operator)
        else members.set(id, [operator])
      }
    return members
  })

  constructor(configuration: Configuration) {
    this.#operators = new AllPages(configuration, {
      document: operatorsQuery,
      connectionOf: ({ operators }) => operators,
    })
    this.#departments = new AllPages(configuration, {
      document: departmentsQuery,
      connectionOf: ({ departments }) => departments,
    })
    configuration.follow(this.#operators)
    configuration.follow(this.#departments)
    void this.#departments.load()
  }

  get(id: string): Operator | undefined {
    return this.#operators.get(id)
  }

  /** Everybody who can be given a chat, those who are there first. */
  get active(): Operator[] {
    const rank = { ONLINE: 0, AWAY: 1, OFFLINE: 2 }
    return this.#operators.nodes
      .filter((operator) => operator.deactivatedAt === null)
      .sort((a, b) => rank[a.presence] - rank[b.presence] || byName(a, b))
  }

  /** Who belongs to a department, by name, without former operators. */
  membersOf(departmentId: string): readonly Operator[] {
    return this.#members.get(departmentId) ?? []
  }

  /** Whether nobody is known yet. */
  get isEmpty(): boolean {
    return this.#operators.nodes.length === 0
  }

  /** Whether the list could not be read. */
  get failed(): boolean {
    return this.#operators.failed
  }

  get departments() {
    return this.#departments.nodes
  }

  /** The name that somebody has now; the one that a record remembers when they are not known. */
  nameOf(person: { id: string; name: string }): string {
    return this.get(person.id)?.name ?? person.name
  }

  /** Reads everybody again. After a failure, the list is kept: events continue to patch it. */
  load(): Promise<void> {
    return this.#operators.load()
  }

  stop(): void {
    this.#operators.stop()
    this.#departments.stop()
  }
}

export function createPeople(configuration: Configuration): People {
  return new People(configuration)
}
