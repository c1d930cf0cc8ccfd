interface Row {
  id: string
  createdAt: Date
}

/** What a page's query is made of. */
interface Page {
  /** Whatever comes after the page before. */
  after: { createdAt?: { gte: Date }; OR?: [{ createdAt: { gt: Date } }, { id: { gt: string } }] }
  orderBy: [{ createdAt: 'asc' }, { id: 'asc' }]
  take: number
}

const ROWS = 500

type Find<Found> = (page: Page) => Promise<Found[]>

/** All rows that a query finds, the oldest first. It reads some at a time, so that its memory does not grow. */
export async function* oldestFirst<Found extends Row>(find: Find<Found>): AsyncGenerator<Found> {
  for await (const rows of pagesOldestFirst(find, ROWS)) yield* rows
}

/** The same, a page at a time, for what is read together for the rows of a page. */
export async function* pagesOldestFirst<Found extends Row>(
  find: Find<Found>,
  take: number,
): AsyncGenerator<Found[]> {
  let after: Page['after'] = {}
  for (;;) {
    const rows = await find({ after, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < take) return
    const { createdAt, id } = last
    // The first condition is for the index. A row, unlike a cursor of Prisma's, may be gone by the next page.
    after = { createdAt: { gte: createdAt }, OR: [{ createdAt: { gt: createdAt } }, { id: { gt: id } }] }
  }
}
