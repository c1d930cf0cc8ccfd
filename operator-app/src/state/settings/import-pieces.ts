import type { ImportedLine } from '../../graphql/canned-replies.ts'
import type { UserError } from '../../graphql/user-errors.ts'
import { t } from '../../messages/index.ts'
import { leaveOut, splitCsv } from './split-csv.ts'

interface Imported {
  /** Null when it was refused. */
  lines: readonly ImportedLine[] | null
  userErrors: readonly UserError[]
}

/**
 * Imports a CSV file piece by piece, or previews it; null lines when a piece was refused. The server compares the lines of a
 * piece with each other: a shortcut of a piece before is refused here, as it would be within one.
 */
export async function importPieces(
  csv: string,
  preview: boolean,
  send: (piece: { csv: string; preview: boolean }) => Promise<Imported>,
): Promise<Imported> {
  const lines: ImportedLine[] = []
  const places = new Map<string, number>()
  for (const piece of splitCsv(csv)) {
    // What is left out of a piece is known when its shortcuts have been read.
    const isRead = preview || places.size > 0
    const read = await send({ csv: piece, preview: isRead })
    if (!read.lines) return read
    const found = read.lines.map((line) => refuseRepeated(line, places.get(line.shortcut)))
    if (isRead && !preview) {
      const repeated = found.filter(({ shortcut }) => places.has(shortcut)).map(({ line }) => line)
      const stored = await send({ csv: leaveOut(piece, new Set(repeated)), preview })
      if (!stored.lines) return stored
    }
    for (const { shortcut, line, outcome } of found) if (outcome !== 'REFUSED') places.set(shortcut, line)
    lines.push(...found)
  }
  return { lines, userErrors: [] }
}

function refuseRepeated(line: ImportedLine, before: number | undefined): ImportedLine {
  if (before === undefined || line.outcome === 'REFUSED') return line
  return { ...line, outcome: 'REFUSED', problem: t.cannedReplies.sameShortcut(before) }
}
