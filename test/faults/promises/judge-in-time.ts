import type { Ledger } from '../traffic/ledger.ts'
import { holdsWithin } from '../wait.ts'
import { judge } from './judge.ts'
import { judgeFiles } from './judge-files.ts'
import { readStored } from './read-stored.ts'
import { holds, type Row } from './row.ts'

/** What is under way when the last fault is over comes to its end in this time, on a machine that is busy. */
const LIMIT_MS = 180_000

/** What is left to say when a fault has no end: the table must still be printed. */
const UNREADABLE: Row = {
  promise: 'what was stored can be read',
  sent: null,
  stored: null,
  shown: null,
  delivered: null,
  lost: ['the database does not answer'],
  twice: [],
}

/** Looks until every promise is kept about all but earlier chats. Resolves with the last look. */
export async function judgeInTime(
  databaseUrl: string,
  ledger: Ledger,
  earlier: readonly string[],
): Promise<Row[]> {
  let rows: Row[] = []
  await holdsWithin(LIMIT_MS, async () => {
    const stored = await readStored(databaseUrl, earlier).catch(() => null)
    rows = stored ? judge(ledger, stored) : [UNREADABLE]
    return rows.every(holds)
  })
  return [...rows, await judgeFiles(ledger)]
}
