import { writeFile } from 'node:fs/promises'

type Value = string | number | { [key: string]: Value }

const RECORD = 24

/** Writes a database in MaxMind's format that knows one IPv4 network, of so many bits. */
export async function writeMmdb(file: string, network: string, bits: number, found: Value): Promise<void> {
  const address = network.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const nodes = Buffer.alloc((bits * RECORD * 2) / 8)
  for (let node = 0; node < bits; node += 1) {
    // The way to the network leads to the next node and at last to the data; every other way to nothing.
    const next = node === bits - 1 ? bits + 16 : node + 1
    const bit = Math.floor(address / 2 ** (31 - node)) % 2
    nodes.writeUIntBE(bit === 0 ? next : bits, node * 6, 3)
    nodes.writeUIntBE(bit === 1 ? next : bits, node * 6 + 3, 3)
  }
  const metadata = {
    node_count: bits,
    record_size: RECORD,
    ip_version: 4,
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test',
    languages: 'en',
    description: {},
  }
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')
  await writeFile(file, Buffer.concat([nodes, Buffer.alloc(16), encode(found), marker, encode(metadata)]))
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([control(2, text.length), text])
  }
  if (typeof value === 'number' && Number.isInteger(value)) {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(6, 4), bytes])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(value)
    return Buffer.concat([control(3, 8), bytes])
  }
  const entries = Object.entries(value)
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([key, each]) => [encode(key), encode(each)]),
  ])
}

function control(type: number, size: number): Buffer {
  return size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29])
}
