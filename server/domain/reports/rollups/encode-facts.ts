import { type Column, type ColumnName, endsOf, LISTS, type PackedFacts } from './packed-facts.ts'

const COLUMNS = Object.keys(LISTS) as ColumnName[]

/** What is stored before the columns. */
type Header = Omit<PackedFacts, 'columns'>

/** Packed facts as they are stored: what the numbers mean as JSON, after its length, and then the columns. */
export function encodeFacts({ columns, ...header }: PackedFacts): Uint8Array<ArrayBuffer> {
  const meanings = Buffer.from(JSON.stringify(header satisfies Header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(meanings.length)
  const stored = COLUMNS.flatMap((name) => {
    const { items, ends } = columns[name]
    return ends ? [lengthsOf(ends), items] : [items]
  })
  return new Uint8Array(Buffer.concat([length, meanings, ...stored.map(bytesOf)]))
}

/** Reads what `encodeFacts` wrote. */
export function decodeFacts(bytes: Buffer): PackedFacts {
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
  return { ...header, columns }
}

function lengthsOf(ends: Uint32Array): Uint16Array {
  return Uint16Array.from(ends, (end, row) => end - (ends[row - 1] ?? 0))
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
