import type { Db } from '../../database/client.ts'
import { columnList } from '../../database/column-list.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { decryptSecret } from '../../secrets.ts'
import { type EncryptedKind, encryptedKinds } from './encrypted-kinds.ts'

/** How many values of one kind cannot be read with a key; at least one. */
export interface UnreadableCount {
  kind: EncryptedKind
  count: number
}

/** An installation may have many accounts. */
const PAGE = 1_000

/** The encrypted values that this key cannot read. */
export async function findUnreadable(db: Db, key: Buffer): Promise<UnreadableCount[]> {
  const found: UnreadableCount[] = []
  for (const kind of encryptedKinds) {
    const count = await countUnreadable(db, kind, key)
    if (count > 0) found.push({ kind, count })
  }
  return found
}

async function countUnreadable(db: Db, kind: EncryptedKind, key: Buffer): Promise<number> {
  let count = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await readPage(db, kind, last)
    count += rows.filter(({ secrets }) =>
      secrets.some((secret) => decryptSecret(secret, key) === null),
    ).length
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) return count
    last = end.id
  }
}

function readPage(
  db: Db,
  { table, key, columns, where }: EncryptedKind,
  last: string,
): Promise<{ id: string; secrets: Uint8Array[] }[]> {
  const id = Prisma.sql`kept.${columnList([key])}`
  const secrets = Prisma.sql`array_remove(ARRAY[${columnList(columns)}], NULL)`
  return db.$queryRaw`
    SELECT ${id} AS id, ${secrets} AS secrets FROM ${columnList([table])} AS kept
    WHERE ${id} > ${last}::uuid AND ${secrets} <> '{}' AND ${where}
    ORDER BY 1 LIMIT ${PAGE}`
}
