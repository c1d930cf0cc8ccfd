import type { ImportedLine } from '../../graphql/canned-replies.ts'
import type { UserError } from '../../graphql/user-errors.ts'
import { t } from '../../messages/index.ts'
import { leaveOut, splitCsv } from './split-csv.ts'

interface Imported {
  /** Null when it was refused. */
  lines: readonly ImportedLine[] | null
  userErrors: readonly UserError[]
}

/** What the server answers to a piece; `room` is null when it was refused. */
interface ImportedPiece extends Imported {
  /** How many canned replies it could have created. */
  room: number | null
}

type Send = (piece: { csv: string; preview: boolean }) => Promise<ImportedPiece>

/**
 * Imports a CSV file piece by piece, or previews it; null lines when it was refused. The server compares the lines of a
 * piece with each other and with what there is, so what depends on several pieces is decided here, before anything is stored.
 */
export async function importPieces(csv: string, preview: boolean, send: Send): Promise<Imported> {
  const pieces = splitCsv(csv)
  const [first = ''] = pieces
  if (pieces.length === 1) return send({ csv: first, preview })
  const previewed = await previewPieces(pieces, send)
  if (preview || !previewed.lines) return previewed
  const refused = previewed.lines.filter(({ outcome }) => outcome === 'REFUSED')
  const lines = [...refused]
  for (const piece of pieces) {
    const stored = await send({ csv: leaveOut(piece, new Set(refused.map(({ line }) => line))), preview })
    if (!stored.lines) return stored
    lines.push(...stored.lines)
  }
  return { lines: lines.toSorted((one, other) => one.line - other.line), userErrors: [] }
}

/** What all pieces would do together: a shortcut counts once, and all that would be created must have room. */
async function previewPieces(pieces: readonly string[], send: Send): Promise<Imported> {
  const lines: ImportedLine[] = []
  const places = new Map<string, number>()
  let room = 0
  for (const csv of pieces) {
    const read = await send({ csv, preview: true })
    if (!read.lines) return read
    room = read.room ?? 0
    const found = read.lines.map((line) => refuseRepeated(line, places.get(line.shortcut)))
    for (const { shortcut, line } of read.lines.filter(({ outcome }) => outcome !== 'REFUSED'))
      places.set(shortcut, places.get(shortcut) ?? line)
    lines.push(...found)
  }
  const created = lines.filter(({ outcome }) => outcome === 'CREATED').length
  if (created <= room) return { lines, userErrors: [] }
  const message = t.cannedReplies.noRoom(created, room)
  return { lines: null, userErrors: [{ code: 'LIMIT_REACHED', message, field: null }] }
}

function refuseRepeated(line: ImportedLine, before: number | undefined): ImportedLine {
  if (before === undefined || line.outcome === 'REFUSED') return line
  return { ...line, outcome: 'REFUSED', problem: t.cannedReplies.sameShortcut(before) }
}
