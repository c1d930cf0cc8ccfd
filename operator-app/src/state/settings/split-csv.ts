/** A request can have 512 KiB, and an answer repeats what was sent with what was there before. */
const MOST_BYTES = 400_000
const encoder = new TextEncoder()

/**
 * A CSV file in pieces that fit into a request each, with the first line in each. Empty lines stand for what is in the
 * pieces before, so that the lines have the numbers that they have in the file.
 */
export function splitCsv(csv: string, mostBytes = MOST_BYTES): string[] {
  const [header = '', ...records] = recordsOf(csv.replaceAll(/\r\n?/g, '\n'))
  const pieces: string[] = []
  let [piece, bytes, lines] = [header, sizeOf(header), linesOf(header)]
  for (const record of records) {
    const size = sizeOf(record)
    if (bytes + size > mostBytes && piece.length > header.length) {
      pieces.push(piece)
      piece = header + '\n'.repeat(lines - linesOf(header))
      bytes = sizeOf(piece)
    }
    piece += record
    bytes += size
    lines += linesOf(record)
  }
  return [...pieces, piece]
}

/** A CSV file without the records that begin in these lines: empty lines are in their places. */
export function leaveOut(csv: string, lines: ReadonlySet<number>): string {
  let line = 1
  const left = recordsOf(csv).map((record) => {
    const begins = line
    line += linesOf(record)
    return lines.has(begins) ? '\n'.repeat(line - begins) : record
  })
  return left.join('')
}

/** Its records with their ends: a line that ends between quotation marks goes on. */
function recordsOf(csv: string): string[] {
  return csv.match(/(?:[^"\n]|"[^"]*(?:"|$))*\n|(?:[^"\n]|"[^"]*(?:"|$))+$/g) ?? []
}

/** In JSON. */
const sizeOf = (text: string): number => encoder.encode(JSON.stringify(text)).length

const linesOf = (text: string): number => text.split('\n').length - 1
