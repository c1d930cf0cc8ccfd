import { countsOf, type FactKind } from './figures.ts'
import { bucketOf, secondsOf } from './histogram.ts'
import {
  type Column,
  type ColumnName,
  type CountedKind,
  endsOf,
  LISTS,
  type PackedFacts,
} from './packed-facts.ts'

const COLUMNS = Object.keys(LISTS) as ColumnName[]

/** What is stored before the columns. */
interface Header extends Pick<PackedFacts, 'length' | 'keys'> {
  kinds: readonly FactKind[]
  /** Seconds, rounded down to the least of their bucket. */
  times: readonly number[]
}

/** The kinds that were read, by themselves as JSON: those of different days are mostly the same. */
export type KnownKinds = Map<string, CountedKind>

/** Packed facts as they are stored: what the numbers mean as JSON, after its length, and then the columns. */
export function encodeFacts({
  length: facts,
  columns,
  keys,
  kinds,
  times,
}: PackedFacts): Uint8Array<ArrayBuffer> {
  const header: Header = {
    length: facts,
    keys,
    kinds: kinds.map(({ kind }) => kind),
    times: Array.from(times, secondsOf),
  }
  const meanings = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(meanings.length)
  const stored = COLUMNS.flatMap((name) => {
    const { items, ends } = columns[name]
    return ends ? [lengthsOf(ends), items] : [items]
  })
  return new Uint8Array(Buffer.concat([length, meanings, ...stored.map(bytesOf)]))
}

/** Reads what `encodeFacts` wrote. */
export function decodeFacts(bytes: Buffer, known: KnownKinds = new Map()): PackedFacts {
  const begin = 4 + bytes.readUInt32LE()
  const header = JSON.parse(bytes.toString('utf8', 4, begin)) as Header
  // Copied: a view must begin at an even address.
  const numbers = new Uint16Array(new Uint8Array(bytes.subarray(begin)).buffer)
  let at = 0
  const take = (count: number) => {
    at += count
    return numbers.subarray(at - count, at)
  }
  const columns = {} as Record<ColumnName, Column>
  for (const name of COLUMNS) {
    const ends = LISTS[name] ? endsOf(take(header.length)) : null
    columns[name] = { ends, items: take(ends ? (ends.at(-1) ?? 0) : header.length) }
  }
  return {
    length: header.length,
    columns,
    keys: header.keys,
    kinds: header.kinds.map((kind) => countedKind(kind, known)),
    times: Uint16Array.from(header.times, bucketOf),
  }
}

function countedKind(kind: FactKind, known: KnownKinds): CountedKind {
  const text = JSON.stringify(kind)
  let counted = known.get(text)
  if (!counted) {
    counted = { kind, counts: countsOf(kind) }
    known.set(text, counted)
  }
  return counted
}

function lengthsOf(ends: Uint32Array): Uint16Array {
  return Uint16Array.from(ends, (end, row) => end - (ends[row - 1] ?? 0))
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
