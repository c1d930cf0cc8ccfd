import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { unknownChat } from '../chats/lock-chat.ts'
import { lockChats } from '../chats/lock-chats.ts'
import type { ChatResult } from '../chats/several/chat-result.ts'
import { eachOnce } from '../chats/several/each-once.ts'
import { checkAll } from '../check-all.ts'
import type { Viewer } from '../viewer.ts'
import { type LockedTag, lockTags } from './lock-tags.ts'

/** The most tags of a chat. */
export const MOST_TAGS_OF_CHAT = 20

interface TagChats {
  viewer: Viewer
  /** At most 100. */
  chatIds: readonly string[]
  addTagIds: readonly string[]
  removeTagIds: readonly string[]
}

interface Change {
  chat: Chat
  tagIds: string[]
  added: string[]
  removed: string[]
}

/**
 * Puts tags on chats and takes others off them, also on closed ones; whoever sees a chat may do it. A tag that is
 * already on a chat, or already off it, changes nothing. Throws `not_found` for tags that do not exist,
 * `invalid_request` for archived ones that are to be added, and `too_long`. A chat that cannot be tagged has its reason
 * in its result: `not_found`, `limit_reached`.
 */
export function tagChats(
  services: Services,
  { viewer, chatIds, addTagIds, removeTagIds }: TagChats,
): Promise<ChatResult[]> {
  const { accountId } = viewer
  return transact(services, async (work) => {
    const [placed, added] = await checkAll(
      () =>
        eachOnce(
          chatIds.map((chatId) => ({ chatId })),
          'input.chatIds',
        ),
      () => lockTags(work.tx, { accountId, ids: addTagIds, field: 'input.addTagIds' }),
      () => lockTags(work.tx, { accountId, ids: removeTagIds, field: 'input.removeTagIds' }),
    )
    requirePresent(added, addTagIds)
    const ids = placed.map(({ entry }) => entry.chatId)
    const chats = await lockChats(work.tx, viewer, ids)
    const changes: Change[] = []
    const results = placed.map(({ entry: { chatId }, place }): ChatResult => {
      const chat = chats.get(chatId)
      if (!chat) return { chatId, chat: null, refusal: unknownChat(place) }
      const change = changeOf(chat, addTagIds, removeTagIds)
      if (change.tagIds.length > MOST_TAGS_OF_CHAT && change.added.length > 0)
        return { chatId, chat: null, refusal: tooMany(place) }
      if (change.added.length + change.removed.length > 0) changes.push(change)
      return { chatId, chat, refusal: null }
    })
    const written = await write(work, viewer, changes)
    return results.map((result) => ({ ...result, chat: written.get(result.chatId) ?? result.chat }))
  })
}

function requirePresent(tags: readonly LockedTag[], ids: readonly string[]): void {
  const archived = tags.find(({ archivedAt }) => archivedAt !== null)
  if (!archived) return
  const field = `input.addTagIds.${ids.indexOf(archived.id)}`
  throw new AppError('invalid_request', `The tag “${archived.name}” is archived.`, { field })
}

function changeOf(chat: Chat, addTagIds: readonly string[], removeTagIds: readonly string[]): Change {
  const added = [...new Set(addTagIds)].filter((id) => !chat.tagIds.includes(id))
  const tagIds = [...chat.tagIds, ...added].filter((id) => !removeTagIds.includes(id))
  return {
    chat,
    tagIds,
    added: added.filter((id) => tagIds.includes(id)),
    removed: chat.tagIds.filter((id) => !tagIds.includes(id)),
  }
}

function tooMany(field: string): AppError {
  return new AppError('limit_reached', `A chat can have at most ${MOST_TAGS_OF_CHAT} tags.`, { field })
}

async function write(work: Work, viewer: Viewer, changes: readonly Change[]): Promise<Map<string, Chat>> {
  if (changes.length === 0) return new Map()
  const rows = changes.map(({ chat, tagIds }) => ({ id: chat.id, tags: tagIds }))
  await work.tx.$executeRaw`
    UPDATE "Chat" chat SET "tagIds" = changed.tags, revision = chat.revision + 1
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS changed(id uuid, tags uuid[])
    WHERE chat.id = changed.id`
  await work.recordAll(
    changes.map(({ chat: { id: chatId, accountId, channelId }, tagIds, added, removed }) => ({
      event: {
        ...{ accountId, channelId, chatId, kind: 'CHAT_TAGGED', actor: actorOf(viewer) },
        // For webhooks, which are sent later.
        data: { added, removed, tagIds, operatorId: viewer.userId },
      },
    })),
  )
  const chats = await work.tx.chat.findMany({ where: { id: { in: rows.map(({ id }) => id) } } })
  return new Map(chats.map((chat) => [chat.id, chat]))
}
