import { columnList } from '../../database/column-list.ts'
import { isConflict } from '../../database/errors.ts'
import { statement } from '../../database/statement.ts'
import { isHeardByVisitor } from '../../events/heard-by-visitor.ts'
import { storedEvent } from '../../events/record.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { uuidv7 } from '../../text/uuid.ts'
import { answeringBot } from '../channels/answering-bot.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'
import { chatOpened, newChat, newChatColumns } from '../chats/new-chat.ts'
import { activityColumns, isMoved, nextActivity } from '../chats/next-activity.ts'
import { type Entry, entryOf, visitorInParameters } from './append-entries.ts'
import { type AppendedRow, readAppended } from './append-result.ts'
import { chatColumns, insertedMessage, messageOf, selectAppended } from './append-sql.ts'
import { messageEvent } from './message-event.ts'
import { saidInParameters } from './said-message.ts'
import type { VisitorMessage } from './visitor-message.ts'

type FirstChatRow = AppendedRow & { openedId: bigint }

/**
 * The fast path for a visitor who writes for the first time: visitor, chat, message and the bot's event in one
 * statement. New visitors of an account wait for each other, because they and their chats are numbered; they wait
 * here rather than for the account's row, which would occupy a connection and make PostgreSQL check twice. Returns
 * the message's id, or null when the slow path must be taken.
 */
export async function openFirstChat(services: Services, input: VisitorMessage): Promise<string | null> {
  const { channel } = input
  const entry = entryOf(input)
  const insertNow = () => insertAll(services, channel, entry)
  const [row] = await services.firstChats.run(channel.accountId, insertNow).catch(noneWhenTaken)
  if (!row) return null
  const first = readAppended(row)
  const { accountId, channelId, id: chatId, visitorId, createdAt } = first
  const opened = chatOpened({ accountId, channelId, chatId }, visitorId)
  services.announcer.announce([
    { event: storedEvent(opened, { id: row.openedId, visitorId, createdAt }) },
    messageEvent(messageOf(entry.row, first), first),
  ])
  return entry.row.id
}

function insertAll({ pool }: Services, channel: ChannelEntry, entry: Entry): Promise<FirstChatRow[]> {
  return insert(pool, {
    ...entry.columns,
    accountId: channel.accountId,
    visitorId: uuidv7(),
    chatId: uuidv7(),
    chat: JSON.stringify(newChat({ ...channel, botId: answeringBot(channel) })),
  })
}

/** The ids that it gives, and the row of the chat in JSON. */
type Parameters = Entry['columns'] & Record<'accountId' | 'visitorId' | 'chatId' | 'chat', string>

// `chat` waits for `opened`, so that the chat's event comes before the message's. `opened` says the same as `chatOpened`.
const insert = statement<FirstChatRow, Parameters>((parameter) => {
  const unmoved = newChatColumns.filter((column) => !isMoved(column))
  const said = saidInParameters(parameter, 'VISITOR')
  return Prisma.sql`
    WITH picked AS (SELECT ${visitorInParameters(parameter)}), account AS (
      UPDATE "Account" SET "lastVisitorNumber" = "lastVisitorNumber" + 1, "lastChatNumber" = "lastChatNumber" + 1
      WHERE id = ${parameter('accountId')}::uuid
        AND NOT EXISTS (
          SELECT FROM "Visitor" WHERE "channelId" = ${parameter('channelId')}::uuid AND key = ${parameter('key')})
      RETURNING id, "lastVisitorNumber" AS number, "lastChatNumber" AS "chatNumber"
    ), visitor AS (
      INSERT INTO "Visitor" (id, "accountId", number, "channelId", key, "externalId", name, email, phone, "photoUrl",
                             "pageUrl")
      SELECT ${parameter('visitorId')}::uuid, account.id, account.number, "channelId", key,
             "externalId"::jsonb, name, email, phone, "photoUrl", "pageUrl"
      FROM account, picked
      RETURNING id
    ), inserted AS (
      INSERT INTO "Chat" AS opened (id, number, "visitorId", ${columnList(unmoved)}, ${activityColumns})
      SELECT ${parameter('chatId')}::uuid, account."chatNumber", visitor.id, ${columnList(unmoved, 'c')}, ${nextActivity(said)}
      FROM visitor, account, jsonb_populate_record(NULL::"Chat", ${parameter('chat')}::jsonb) c
      RETURNING ${chatColumns('opened')}
    ), opened AS (
      INSERT INTO "Event" (kind, "actorType", "actorId", "accountId", "channelId", "chatId", "visitorId")
      SELECT 'CHAT_OPENED', 'VISITOR', "visitorId", "accountId", "channelId", id,
             CASE WHEN ${isHeardByVisitor('CHAT_OPENED')} THEN "visitorId" END
      FROM inserted
      RETURNING id
    ), chat AS (
      SELECT inserted.*, opened.id AS "openedId" FROM inserted, opened
    ), ${insertedMessage(said, ['CHAT_OPENED'])}, sent AS (
      ${selectAppended}
    )
    SELECT sent.*, "openedId" FROM sent, chat`
})

/** When another message of the same visitor was faster, the slow path finds what that one wrote. */
function noneWhenTaken(error: unknown): FirstChatRow[] {
  if (isConflict(error)) return []
  throw error
}
