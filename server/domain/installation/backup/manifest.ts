import { z } from 'zod'

/** Raised when an older version could not read a backup any more. */
export const BACKUP_FORMAT = 1

/** The files of a backup besides those of the tables and the uploads. */
export const NAMES = {
  manifest: 'manifest.json',
  secretKey: 'secret.key',
  /** The uploads that are in the backup: a line for each with its key, its name in the backup and its checksum. */
  fileList: 'files.list.gz',
  /** The key of an encrypted backup, encrypted with the passphrase. */
  identity: 'identity.age',
}

const table = z.object({
  name: z.string(),
  /** Without those that the database computes. */
  columns: z.array(z.string()),
  rows: z.number(),
})

/** What a backup contains. It is written last: a folder without it is not a whole backup. */
export const manifestSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** Of Switchboard. */
  version: z.string(),
  startedAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.object({
    count: z.number(),
    /** Rows whose file was not in the store; they are restored without it. */
    missing: z.number(),
  }),
  /** SHA-256 of the backup's files as they are stored, but not of the uploads, whose checksums are in their list. */
  checksums: z.record(z.string(), z.string()),
})

export type Manifest = z.infer<typeof manifestSchema>
