import { AppError } from '../../errors.ts'
import type { Draft, DraftKind } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { storableText } from '../../text/storable-text.ts'
import { unknownChat } from '../chats/lock-chat.ts'
import { orUnknownChat } from '../chats/or-unknown-chat.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { type Viewer, within } from '../viewer.ts'

/** In characters: more than what can be sent, because a text is often cut only before it is. */
export const DRAFT_LENGTH = 10_000
/** The drafts of an operator that are kept: the last ones. */
export const MOST_DRAFTS = 200
/** 20 days. */
export const MAX_AGE_MS = 1_728_000_000

interface SaveDraft {
  viewer: Viewer
  chatId: string
  kind: DraftKind
  /** Empty when it was sent or discarded. */
  text: string
  /** How long ago it was written: without a connection, it is saved later. */
  ageMs: number
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Keeps what the viewer has begun to write in a chat, for their other devices. What was written last counts, whenever
 * it arrives. Returns the resulting draft; null when there is none. Throws `not_found`, `too_long`, `invalid_request`.
 */
export async function saveDraft(
  { db }: Services,
  { viewer, chatId, kind, ageMs, problems = [], ...input }: SaveDraft,
): Promise<Draft | null> {
  const { userId } = viewer
  const text = storableText(input.text)
  const save = db.$transaction(async (tx) => {
    await checkAll(
      () => throwAll(problems),
      () => checkText(text),
      () => checkAge(ageMs),
      async () => {
        const chat = await tx.chat.findFirst({
          where: { id: chatId, ...within(viewer) },
          select: { id: true },
        })
        if (!chat) throw unknownChat('input.chatId')
      },
    )
    if (text === '') {
      await tx.$executeRaw`
        UPDATE "Draft" SET text = '', "savedAt" = now() - ${ageMs}::int * interval '1 ms'
        WHERE "userId" = ${userId}::uuid AND "chatId" = ${chatId}::uuid AND kind = ${kind}::"DraftKind"
          AND "savedAt" <= now() - ${ageMs}::int * interval '1 ms'`
    } else {
      await tx.$executeRaw`
        INSERT INTO "Draft" ("userId", "chatId", kind, text, "savedAt")
        SELECT ${userId}::uuid, id, ${kind}::"DraftKind", ${text}, now() - ${ageMs}::int * interval '1 ms'
        FROM "Chat" WHERE id = ${chatId}::uuid
        ON CONFLICT ("userId", "chatId", kind) DO UPDATE SET text = EXCLUDED.text, "savedAt" = EXCLUDED."savedAt"
        WHERE "Draft"."savedAt" <= EXCLUDED."savedAt"`
      await tx.$executeRaw`
        DELETE FROM "Draft" WHERE "userId" = ${userId}::uuid AND "savedAt" < (
          SELECT "savedAt" FROM "Draft" WHERE "userId" = ${userId}::uuid
          ORDER BY "savedAt" DESC OFFSET ${MOST_DRAFTS - 1} LIMIT 1)`
    }
    const draft = await tx.draft.findUnique({ where: { userId_chatId_kind: { userId, chatId, kind } } })
    return draft?.text ? draft : null
  })
  return orUnknownChat(save)
}

function checkText(text: string): void {
  if (Array.from(text).length <= DRAFT_LENGTH) return
  throw new AppError('too_long', `A draft can have at most ${DRAFT_LENGTH} characters.`, {
    field: 'input.text',
  })
}

function checkAge(ageMs: number): void {
  if (ageMs >= 0 && ageMs <= MAX_AGE_MS) return
  throw new AppError('invalid_request', `Enter 0 to ${MAX_AGE_MS} milliseconds.`, { field: 'input.ageMs' })
}
