import DataLoader from 'dataloader'
import type { Db } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { selectAll } from '../../database/select-all.ts'
import { MOST_REPLY_FILES } from '../../domain/canned-replies/canned-reply-fields.ts'
import { findLastSaid, type LastSaid } from '../../domain/chats/find-last-said.ts'
import { CLIENT_REPLY } from '../../domain/deliveries/client-reply.ts'
import { isFailedReply } from '../../domain/deliveries/failed-reply.ts'
import { MAIL } from '../../domain/mail/mail.ts'
import { findQueuePositions } from '../../domain/visits/chat/find-queue-position.ts'
import type {
  ArchivedChat,
  Bot,
  BotProvider,
  Call,
  CallLogEntry,
  Channel,
  ChatApiSettings,
  ChatInvitation,
  ChatMember,
  ChatObserver,
  Department,
  File,
  Mention,
  OfflineMessage,
  OutboxAttempt,
  OutboxItem,
  Tag,
  TriggerCount,
  User,
  Visit,
  VisitInvitation,
  Visitor,
  WebhookEndpoint,
  WidgetSettings,
} from '../../generated/prisma/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { lazyFields } from '../../lazy.ts'
import type { SiteVisitor } from '../../presence/visitor-store.ts'
import type { Services } from '../../services.ts'
import { MAX_LIST } from './bounds.ts'
import { list, oneBy, rowBy } from './make-loaders.ts'
import { type MembershipLoaders, membershipLoaders } from './membership-loaders.ts'
import { readPerParent } from './read-per-parent.ts'
import { type ViewerLoaders, viewerLoaders } from './viewer-loaders.ts'

/** The attempts that a log shows of one item, the last ones. */
export const MOST_ATTEMPTS = 50

type Rows<T extends { id: string }> = DataLoader<string, T | null>

/** Reads rows by id in batches, so that a list costs a constant number of queries. Made for each execution. */
export interface Loaders extends MembershipLoaders, ViewerLoaders {
  user: Rows<User>
  visitor: Rows<Visitor>
  channel: Rows<Channel>
  /** The settings of a chat channel, by the channel's id. */
  chatApiSettings: DataLoader<string, ChatApiSettings | null>
  department: Rows<Department>
  tag: Rows<Tag>
  bot: Rows<Bot>
  botProvider: Rows<BotProvider>
  chatInvitation: Rows<ChatInvitation>
  call: Rows<Call>
  webhookEndpoint: Rows<WebhookEndpoint>
  offlineMessage: Rows<OfflineMessage>
  /** The mail with the answer to an offline message, as an item of the outbox, by the message's id. */
  answerOfOfflineMessage: DataLoader<string, OutboxItem | null>
  chat: Rows<Awaited<ReturnType<Db['chat']['findFirstOrThrow']>>>
  message: Rows<Awaited<ReturnType<Db['message']['findFirstOrThrow']>>>
  mention: Rows<Mention>
  /** Those whom a note mentions, by name, by the id of the note. */
  mentionedInMessage: DataLoader<string, User[]>
  /** What the archive knows of a closed chat, by its id. */
  archivedChat: DataLoader<string, ArchivedChat | null>
  /** The key of a small picture in the file storage, by file id: an operator's photo or a widget's logo. */
  pictureKey: DataLoader<string, string | null>
  /** The delivery of a message, by message id. */
  deliveryOfMessage: DataLoader<string, OutboxItem | null>
  /** Who is or was in a chat, in the order in which they joined. */
  membersOfChat: DataLoader<string, ChatMember[]>
  /** Who is in a chat silently, in the order in which they joined. */
  observersOfChat: DataLoader<string, ChatObserver[]>
  pendingInvitationsOfChat: DataLoader<string, ChatInvitation[]>
  /** The files of a canned reply, in their order, by its id. */
  filesOfCannedReply: DataLoader<string, File[]>
  /** The states that a call came to, in their order. */
  logOfCall: DataLoader<string, CallLogEntry[]>
  /** The last 50 attempts to send an item of the outbox, by its id. */
  logOfItem: DataLoader<string, OutboxAttempt[]>
  /** The rows that a statement for `readPerParent` returns, by the id of the parent. */
  perParent(rows: Prisma.Sql): DataLoader<string, object[]>
  /** How many chats have a tag, up to 1,000, by its id. */
  chatsOfTag: DataLoader<string, number>
  /** How many messages of a chat could not be delivered, by chat id. */
  failedDeliveriesOfChat: DataLoader<string, number>
  /**
   * The last of the visitor's messages that those who are or were in a chat have read, by chat id. Not how far they have
   * read, which would tell the visitor that there are entries that they do not see.
   */
  readByMembersOfChat: DataLoader<string, number>
  /** What was last said in a chat, by its id. */
  lastSaidInChat: DataLoader<string, LastSaid | null>
  /** The place of a waiting chat in its queue, by chat id. */
  queuePositionOfChat: DataLoader<string, number | null>
  widgetSettings: DataLoader<string, WidgetSettings | null>
  /** How often the triggers of a widget were met, by channel id; at most 500 of each. */
  triggerCountsOfChannel: DataLoader<string, TriggerCount[]>
  visit: DataLoader<string, Visit | null>
  visitInvitation: Rows<VisitInvitation>
  /** The invitation that a visitor has not answered, by the id of the visitor. */
  pendingInvitationOfVisitor: DataLoader<string, VisitInvitation | null>
  /** Whether a visitor is on the website. */
  onSite: DataLoader<SiteVisitor, boolean, string>
  /** Ids of users with a live connection, by account id. */
  connected: DataLoader<string, Set<string>>
}

/** Of a tag, for `readPerParent`: the first part is the condition of the index. */
const countOfTag = Prisma.sql`
  SELECT count(*)::int AS count FROM (
    SELECT 1 FROM "Chat" WHERE "tagIds" <> '{}'::uuid[] AND "tagIds" @> ARRAY[parent.id] LIMIT 1000) AS chats`

/** The function that makes each of the loaders. */
const makers: { [Name in keyof Loaders]: (services: Services) => Loaders[Name] } = {
  ...membershipLoaders,
  ...viewerLoaders,
  user: rowBy('User'),
  visitor: rowBy('Visitor'),
  channel: rowBy('Channel'),
  chatApiSettings: rowBy('ChatApiSettings', 'channelId'),
  department: rowBy('Department'),
  tag: rowBy('Tag'),
  bot: rowBy('Bot'),
  botProvider: rowBy('BotProvider'),
  chatInvitation: rowBy('ChatInvitation'),
  webhookEndpoint: rowBy('WebhookEndpoint'),
  call: rowBy('Call'),
  offlineMessage: rowBy('OfflineMessage'),
  answerOfOfflineMessage: rowBy('OutboxItem', 'offlineMessageId', Prisma.sql`kind = ${MAIL}`),
  chat: rowBy('Chat'),
  message: rowBy('Message'),
  mention: rowBy('Mention'),
  mentionedInMessage: list(Prisma.sql`${selectAll('User')}
    JOIN "Mention" AS link ON link."userId" = "User"."id"
    WHERE link."messageId" = parent.id ORDER BY "name", "User"."id" LIMIT ${MAX_LIST}`),
  archivedChat: rowBy('ArchivedChat', 'chatId'),
  pictureKey: ({ db }) =>
    oneBy(
      (ids) =>
        db.file.findMany({ where: { id: { in: ids } }, select: { id: true, key: true, thumbKey: true } }),
      (file) => file.id,
      (file) => file.thumbKey ?? file.key,
    ),
  deliveryOfMessage: rowBy('OutboxItem', 'messageId', Prisma.sql`kind = ${CLIENT_REPLY}`),
  membersOfChat: list(Prisma.sql`${selectAll('ChatMember')}
    WHERE "chatId" = parent.id ORDER BY "joinedAt", "userId" LIMIT ${MAX_LIST}`),
  observersOfChat: list(Prisma.sql`${selectAll('ChatObserver')}
    WHERE "chatId" = parent.id ORDER BY "joinedAt", "userId" LIMIT ${MAX_LIST}`),
  pendingInvitationsOfChat: list(Prisma.sql`${selectAll('ChatInvitation')}
    WHERE "chatId" = parent.id AND state = 'PENDING' ORDER BY "createdAt", "id" LIMIT ${MAX_LIST}`),
  filesOfCannedReply: list(Prisma.sql`${selectAll('File')}
    JOIN "CannedReplyFile" AS link ON link."fileId" = "File"."id"
    WHERE link."cannedReplyId" = parent.id ORDER BY link."position" LIMIT ${MOST_REPLY_FILES}`),
  logOfCall: list(Prisma.sql`${selectAll('CallLogEntry')} WHERE "callId" = parent.id ORDER BY "id" LIMIT 10`),
  logOfItem: list(Prisma.sql`SELECT * FROM (${selectAll('OutboxAttempt')}
    WHERE "itemId" = parent.id ORDER BY "startedAt" DESC LIMIT ${MOST_ATTEMPTS}) last ORDER BY "startedAt"`),
  perParent: (services) => {
    const lists = new Map<string, DataLoader<string, object[]>>()
    return (rows) => {
      const key = JSON.stringify([rows.text, rows.values])
      const known = lists.get(key)
      if (known) return known
      const loader = list(rows)(services)
      lists.set(key, loader)
      return loader
    }
  },
  chatsOfTag: ({ pool }) =>
    new DataLoader(async (tagIds: readonly string[]) => {
      const rows = await readPerParent<{ count: number }>(pool, tagIds, countOfTag)
      return rows.map(([row]) => row?.count ?? 0)
    }),
  failedDeliveriesOfChat: ({ pool }) =>
    oneBy(
      (chatIds) =>
        queryDirect<{ chatId: string; count: number }>(
          pool,
          Prisma.sql`
        SELECT "chatId", count(*)::int AS count FROM "OutboxItem"
        WHERE "chatId" = ANY(${chatIds}::uuid[]) AND ${isFailedReply}
        GROUP BY "chatId"`,
        ),
      ({ chatId }) => chatId,
      ({ count }) => count,
      0,
    ),
  readByMembersOfChat: ({ pool }) =>
    oneBy(
      (chatIds) =>
        queryDirect<{ chatId: string; lastSeq: number }>(
          pool,
          Prisma.sql`
        SELECT c.id AS "chatId", least(max(r."lastSeq"), c."lastVisitorSeq") AS "lastSeq"
        FROM "ChatRead" r JOIN "ChatMember" m ON m."chatId" = r."chatId" AND m."userId" = r."userId"
        JOIN "Chat" c ON c.id = r."chatId"
        WHERE c.id = ANY(${chatIds}::uuid[])
        GROUP BY c.id`,
        ),
      (read) => read.chatId,
      (read) => read.lastSeq,
      0,
    ),
  lastSaidInChat: ({ pool }) =>
    oneBy(
      (chatIds) => findLastSaid(pool, chatIds),
      ({ chatId }) => chatId,
      (said) => said,
    ),
  queuePositionOfChat: ({ pool }) =>
    oneBy(
      (chatIds) => findQueuePositions(pool, chatIds),
      ({ chatId }) => chatId,
      ({ position }) => position,
    ),
  widgetSettings: rowBy('WidgetSettings', 'channelId'),
  triggerCountsOfChannel: list(Prisma.sql`${selectAll('TriggerCount')}
    WHERE "channelId" = parent.id ORDER BY "ruleId" LIMIT ${MAX_LIST}`),
  visit: rowBy('Visit', 'visitorId'),
  visitInvitation: rowBy('VisitInvitation'),
  pendingInvitationOfVisitor: rowBy('VisitInvitation', 'visitorId', Prisma.sql`state = 'PENDING'`),
  onSite: ({ visitorPresence }) =>
    new DataLoader(
      async (visitors: readonly SiteVisitor[]) => {
        const there = await visitorPresence.areThere(visitors)
        return visitors.map(({ visitorId }) => there.has(visitorId))
      },
      { cacheKeyFn: ({ visitorId }) => visitorId },
    ),
  connected: ({ presence }) =>
    new DataLoader((accountIds: readonly string[]) =>
      Promise.all(accountIds.map((accountId) => presence.connectedUsers(accountId))),
    ),
}

/** The loaders of an operation, each made when it is first asked for: most operations use a few of fifty. */
export function lazyLoaders(services: Services): Loaders {
  return lazyFields(makers, services)
}
