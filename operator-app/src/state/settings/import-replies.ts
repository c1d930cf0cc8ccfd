import { type ImportedLine, importCannedRepliesMutation } from '../../graphql/canned-replies.ts'
import { mutate } from '../../graphql/request.ts'
import type { UserError } from '../../graphql/user-errors.ts'
import { splitCsv } from './split-csv.ts'

interface ImportReplies {
  shared: boolean
  csv: string
  /** Whether to tell only what would happen. */
  preview: boolean
}

/** Imports a CSV file piece by piece, or previews it; null lines when a piece was refused. Importing it again is harmless. */
export async function importReplies({
  csv,
  ...input
}: ImportReplies): Promise<{ lines: readonly ImportedLine[] | null; userErrors: readonly UserError[] }> {
  const lines: ImportedLine[] = []
  for (const piece of splitCsv(csv)) {
    const { importCannedReplies } = await mutate(importCannedRepliesMutation, {
      input: { ...input, csv: piece },
    })
    if (!importCannedReplies.lines) return { lines: null, userErrors: importCannedReplies.userErrors }
    lines.push(...importCannedReplies.lines)
  }
  return { lines, userErrors: [] }
}
