import { importCannedRepliesMutation } from '../../graphql/canned-replies.ts'
import { mutate } from '../../graphql/request.ts'
import { importPieces } from './import-pieces.ts'

interface ImportReplies {
  shared: boolean
  csv: string
  /** Whether to tell only what would happen. */
  preview: boolean
}

/** Imports a CSV file, or previews it; null lines when it was refused. Importing it again is harmless. */
export function importReplies({ shared, csv, preview }: ImportReplies) {
  return importPieces(csv, preview, async (piece) => {
    const { importCannedReplies } = await mutate(importCannedRepliesMutation, { input: { shared, ...piece } })
    return importCannedReplies
  })
}
