import { z } from 'zod'
import type { Tx } from '../../database/client.ts'
import { retryConflict } from '../../database/retry-conflict.ts'
import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { CannedReply } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { storableText } from '../../text/storable-text.ts'
import { parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { cannedReplyFields } from './canned-reply-fields.ts'
import { checkVariables } from './read-parts.ts'
import { type CsvLine, readReplyCsv } from './read-reply-csv.ts'
import { lockReplySet, type ReplySet, requireRoom } from './reply-set.ts'

const fields = z.object(cannedReplyFields)

/** What a line of the file does, or would do. */
export interface ImportedLine extends CsvLine {
  outcome: 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED'
  /** What has the shortcut already, as it was. */
  replaces: CannedReply | null
  /** Why the line was refused. */
  problem: string | null
}

/** What a file does, or would do. */
export interface Imported {
  lines: ImportedLine[]
  /** How many canned replies could have been created. */
  room: number
}

interface ImportCannedReplies {
  viewer: Viewer
  /** Whether they become shared ones. */
  shared: boolean
  csv: string
  /** Whether to tell only what would happen. */
  preview: boolean
}

/**
 * Creates and changes canned replies from a CSV file: a line with a shortcut that exists changes the title and the text of
 * that reply, and none is deleted. A line that is wrong is refused alone. Throws `forbidden`, `limit_reached`, and the
 * errors of `readReplyCsv`.
 */
export async function importCannedReplies(
  services: Services,
  { viewer, shared, csv, preview }: ImportCannedReplies,
): Promise<Imported> {
  if (shared) requireAdmin(viewer)
  const set = { accountId: viewer.accountId, ownerId: shared ? null : viewer.userId }
  const lines = readReplyCsv(csv)
  // Whoever gives a reply another shortcut may be first with one of the file's.
  return retryConflict(() =>
    transact(services, async (work) => {
      await lockReplySet(work.tx, set)
      const imported = await compare(work.tx, set, lines)
      const created = imported.filter(({ outcome }) => outcome === 'CREATED')
      const room = await requireRoom(work.tx, set, created.length)
      if (!preview) await write(work, { viewer, set, imported })
      return { lines: imported, room }
    }),
  )
}

async function compare(tx: Tx, set: ReplySet, lines: CsvLine[]): Promise<ImportedLine[]> {
  const replies = await tx.cannedReply.findMany({ where: { ...set } })
  const existing = new Map(replies.map((reply) => [reply.shortcut, reply]))
  const seen = new Map<string, number>()
  return lines.map((given): ImportedLine => {
    const read = readLine(given)
    if (read instanceof AppError)
      return {
        ...given,
        outcome: 'REFUSED',
        replaces: null,
        problem: read.problems.map(({ message }) => message).join(' '),
      }
    const line = { ...given, ...read }
    const before = seen.get(read.shortcut)
    if (before !== undefined) {
      const problem = `Line ${before} has the same shortcut.`
      return { ...line, outcome: 'REFUSED', replaces: null, problem }
    }
    seen.set(read.shortcut, given.line)
    const replaces = existing.get(read.shortcut) ?? null
    return { ...line, outcome: outcomeOf(read, replaces), replaces, problem: null }
  })
}

function readLine({ shortcut, title, text }: CsvLine): z.output<typeof fields> | AppError {
  try {
    const input = { shortcut: storableText(shortcut), title: storableText(title), text: storableText(text) }
    const read = parseInput(fields, input)
    checkVariables(read.text, 'input.text')
    return read
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function outcomeOf(
  { title, text }: z.output<typeof fields>,
  replaces: CannedReply | null,
): ImportedLine['outcome'] {
  if (!replaces) return 'CREATED'
  return replaces.title === title && replaces.text === text ? 'UNCHANGED' : 'UPDATED'
}

async function write(
  work: Work,
  { viewer, set, imported }: { viewer: Viewer; set: ReplySet; imported: ImportedLine[] },
): Promise<void> {
  const { tx } = work
  const created = imported.filter(({ outcome }) => outcome === 'CREATED')
  const updated = imported.filter(({ outcome }) => outcome === 'UPDATED')
  if (created.length + updated.length === 0) return
  const data = created.map(({ shortcut, title, text }) => ({ ...set, shortcut, title, text }))
  await tx.cannedReply.createMany({ data })
  const changes = updated.map(({ replaces, title, text }) => ({ id: replaces?.id, title, text }))
  await tx.$executeRaw`
    UPDATE "CannedReply" reply SET title = change.title, text = change.text
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS change(id uuid, title text, text text)
    WHERE reply.id = change.id`
  const { accountId, ownerId } = set
  const event = { accountId, kind: 'CANNED_REPLIES_IMPORTED', actor: actorOf(viewer) } as const
  await work.record({ ...event, ...(ownerId !== null && { userId: ownerId }) })
  if (ownerId !== null) return
  await work.audit({
    actor: viewer,
    action: 'CANNED_REPLIES_IMPORTED',
    subject: { type: 'Account', id: accountId },
    note: `${created.length} created, ${updated.length} changed`,
  })
}
