import type { Cluster } from './machines/cluster.ts'
import type { Made } from './make-faults.ts'
import { countEach, holds, type Row } from './promises/row.ts'
import type { Ledger } from './traffic/ledger.ts'

interface Report {
  made: Made[]
  rows: Row[]
  cluster: Cluster
  ledger: Ledger
}

/** Of what is broken, this many examples are shown. */
const EXAMPLES = 10

/** Prints the faults, then what became of every promise. Whether all of them were kept. */
export function printReport({ rows, ledger, ...rest }: Report): boolean {
  printTable(
    ['fault', 'repeated', 'recovered', 'what'],
    rest.made.map(({ name, what, repeated, recoveryMs }) => [
      name,
      String(repeated),
      describe(recoveryMs),
      what,
    ]),
  )
  const all = [...rows, ...whole(rest)]
  printTable(
    ['promise', 'sent', 'stored', 'shown', 'delivered', 'lost', 'twice', 'kept'],
    all.map((row) => [
      row.promise,
      ...[row.sent, row.stored, row.shown, row.delivered].map((count) => count?.toString() ?? ''),
      ...[row.lost.length, row.twice.length].map(String),
      holds(row) ? 'yes' : 'NO',
    ]),
  )
  for (const { promise, lost: missing, twice } of all) {
    for (const each of missing.slice(0, EXAMPLES)) console.log(`${promise}: lost ${each}`)
    for (const each of twice.slice(0, EXAMPLES)) console.log(`${promise}: twice ${each}`)
  }
  const attempts = ledger.delivered.length + ledger.told.length + ledger.asked.length
  console.log(`${attempts} requests came to receivers. Requests that had to be repeated:`)
  printTable(
    ['times', 'what came instead of an answer'],
    [...countEach(ledger.repeated)]
      .sort(([, a], [, b]) => b - a)
      .slice(0, EXAMPLES)
      .map(([why, times]) => [String(times), why]),
  )
  return all.every(holds)
}

/** What is promised of the installation as a whole. */
function whole({ made, cluster }: Omit<Report, 'rows' | 'ledger'>): Row[] {
  const nothing = { sent: null, stored: null, shown: null, delivered: null, twice: [] }
  const stuck = made.filter(({ recoveryMs }) => recoveryMs === null)
  return [
    {
      ...nothing,
      promise: 'after a fault, everything works again by itself',
      lost: stuck.map(({ name, what }) => `${name}: ${what}`),
    },
    {
      ...nothing,
      promise: 'no process ends by itself',
      lost: cluster.nodes
        .filter((node) => node.process.lost > 0)
        .map((node) => `${node.process.name}, ${node.process.lost} ×: see ${node.process.logFile}`),
    },
  ]
}

function describe(recoveryMs: number | null | undefined): string {
  if (recoveryMs === undefined) return 'not done'
  return recoveryMs === null ? 'NEVER' : `${(recoveryMs / 1000).toFixed(1)} s`
}

function printTable(head: string[], rows: string[][]): void {
  const widths = head.map((_name, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  console.log(
    ['', line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line), ''].join('\n'),
  )
}
