import { Prisma } from '../../../generated/prisma/client.ts'
import { laneSql } from '../../../outbox/lane.ts'
import { uuidv7 } from '../../../uuid.ts'
import { botHearsSql } from '../handover/bot-hears.ts'
import { BOT_EVENT } from './bot-event.ts'

/** What goes to a bot (contract, part 6.2). The last two only to providers with the profile `current`. */
type OutgoingKind = 'CLIENT_MESSAGE' | 'AGENT_JOINED' | 'AGENT_UNAVAILABLE' | 'CHAT_CLOSED' | 'AGENT_MESSAGE'

/** What a bot is told. */
export interface Told {
  kind: OutgoingKind
  messageId?: string | null
}

/** Queues an event for the bot of the `chat` of a statement, if there is a bot that wants it. */
export function insertBotEvent({ kind, messageId = null }: Told): Prisma.Sql {
  const forCurrentOnly = kind === 'CHAT_CLOSED' || kind === 'AGENT_MESSAGE'
  return insertItems(
    { id: Prisma.sql`${uuidv7()}::uuid`, kind, messageId: Prisma.sql`${messageId}::uuid` },
    Prisma.sql`
    JOIN "Bot" b ON b.id = c."botId" AND b."accountId" = c."accountId"
    JOIN "BotProvider" p ON p.id = b."providerId"
    WHERE (${kind} = 'CLIENT_MESSAGE' OR b.enabled AND b."deletedAt" IS NULL)
      AND (NOT ${forCurrentOnly} OR p.profile = 'CURRENT')`,
  )
}

/** Queues the visitor's message in the parcel of each `chat` whose bot hears it (see `Entry`). */
export const insertClientMessages = insertItems(
  {
    id: Prisma.sql`(c.parcel ->> 'botEventId')::uuid`,
    kind: 'CLIENT_MESSAGE',
    messageId: Prisma.sql`(c.parcel -> 'message' ->> 'id')::uuid`,
  },
  Prisma.sql`WHERE ${botHearsSql}`,
)

interface Item {
  id: Prisma.Sql
  kind: OutgoingKind
  messageId: Prisma.Sql
}

function insertItems({ id, kind, messageId }: Item, wanted: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "chatId", "messageId", event)
    SELECT ${id}, c."accountId", ${BOT_EVENT}, ${laneSql(BOT_EVENT, Prisma.sql`c.id`)}, c."botId", c.id, ${messageId},
           ${kind}
    FROM chat c ${wanted}
    RETURNING "chatId"`
}
