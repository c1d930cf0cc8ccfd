import type { Db } from '../../../database/client.ts'
import type { Channel, Department, OutboxItem, Prisma, Visitor } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import type { WebhookName } from '../sending/webhook.ts'
import { htmlLog, logEntry, logLine, plainLog, readChatLog } from './chat-log.ts'
import { agentOf, departmentOf, pageOf, ratingOf, sessionOf, visitorOf } from './structures.ts'
import { acceptedData, assignedData, callData, callOf, offlineMessageData, ratedData } from './told-fields.ts'

const parts = {
  visitor: true,
  channel: { select: { publicId: true } },
  department: true,
  bot: { select: { name: true } },
  members: { include: { user: true }, orderBy: [{ joinedAt: 'asc' }, { userId: 'asc' }] },
} satisfies Prisma.ChatInclude

type ToldChat = Prisma.ChatGetPayload<{ include: typeof parts }>
type Payload = Record<string, unknown>

/** Where an event happened and whom it is about, as far as that is known. */
interface Scene {
  chat: ToldChat | null
  channel: Pick<Channel, 'publicId'> | null
  visitor: Visitor | null
  department: Department | null
  pageUrl: string | null
  /** How somebody wrote themselves down, whether they are known or not. */
  given?: Pick<Visitor, 'name' | 'email' | 'phone'>
  /** What the event alone has. */
  own?: Payload
}

/**
 * The body of an event (contract, part 6.3). It is made at the first attempt, so that it has the visitor as they are
 * then; what would say something else by then stands in the item's `data`.
 */
export async function webhookPayload(services: Services, item: OutboxItem): Promise<Payload> {
  const { db } = services
  const event = item.event as WebhookName
  const { chat, channel, visitor, department, pageUrl, given, own } = await findScene(db, event, item)
  const visit = visitor && (await db.visit.findUnique({ where: { visitorId: visitor.id } }))
  return {
    event_name: event,
    ...(chat && { chat_id: chat.number }),
    ...(channel && { widget_id: channel.publicId }),
    ...((visitor || given) && { visitor: await toldVisitor(db, visitor, given) }),
    ...(visitor?.userToken && { user_token: visitor.userToken }),
    ...(visit && { session: sessionOf(visit) }),
    ...(pageUrl && { page: pageOf(pageUrl, visit) }),
    ...(department && { department: departmentOf(department) }),
    ...(own ?? (await ownFields(db, event, item, chat))),
  }
}

function findScene(db: Db, event: WebhookName, item: OutboxItem): Promise<Scene> {
  if (item.chatId) return sceneOfChat(db, item.chatId)
  return event === 'offline_message' ? sceneOfOfflineMessage(db, item) : sceneOfCall(db, item)
}

async function sceneOfChat(db: Db, id: string): Promise<Scene> {
  const chat = await db.chat.findUniqueOrThrow({ where: { id }, include: parts })
  const { channel, visitor, department } = chat
  return { chat, channel, visitor, department, pageUrl: visitor.pageUrl }
}

/** Whoever left it is told as they wrote themselves down. */
async function sceneOfOfflineMessage(db: Db, { data }: OutboxItem): Promise<Scene> {
  const { offlineMessageId } = offlineMessageData.parse(data)
  const message = await db.offlineMessage.findUniqueOrThrow({
    where: { id: offlineMessageId },
    include: { channel: true, visitor: true, department: true },
  })
  const { channel, visitor, department, name, email, phone, text, pageUrl } = message
  return {
    chat: null,
    channel,
    visitor,
    department,
    pageUrl: pageUrl ?? visitor?.pageUrl ?? null,
    given: { name, email, phone },
    own: { offline_message_id: offlineMessageId, message: text },
  }
}

async function sceneOfCall(db: Db, { accountId, data }: OutboxItem): Promise<Scene> {
  const { channelId, visitorId } = callData.parse(data)
  const [channel, visitor] = await Promise.all([
    channelId ? db.channel.findFirst({ where: { id: channelId, accountId } }) : null,
    visitorId ? db.visitor.findFirst({ where: { id: visitorId, accountId } }) : null,
  ])
  return { chat: null, channel, visitor, department: null, pageUrl: visitor?.pageUrl ?? null }
}

async function toldVisitor(db: Db, visitor: Visitor | null, given?: Scene['given']): Promise<Payload> {
  const chatsCount = visitor ? await db.chat.count({ where: { visitorId: visitor.id } }) : 0
  const known = {
    number: visitor?.number ?? null,
    name: given?.name ?? visitor?.name ?? null,
    email: given?.email ?? visitor?.email ?? null,
    phone: given?.phone ?? visitor?.phone ?? null,
    description: visitor?.description ?? null,
  }
  return visitorOf(known, chatsCount)
}

async function ownFields(
  db: Db,
  event: WebhookName,
  { accountId, data, messageId }: OutboxItem,
  chat: ToldChat | null,
): Promise<Payload> {
  /** The operator who did it, whoever is in the chat by now. */
  const agent = async (id: string | null | undefined): Promise<Payload> => {
    const user = id ? await db.user.findFirst({ where: { id, accountId } }) : null
    return user ? { agent: agentOf(user) } : {}
  }
  if (event === 'call_event') {
    const { agentId, call } = callData.parse(data)
    return { ...(await agent(agentId)), call: callOf(call) }
  }
  if (event === 'chat_accepted') return agent(acceptedData.parse(data).agentId)
  if (event === 'chat_assigned') {
    const { agentId, assignTo } = assignedData.parse(data)
    return { ...(await agent(agentId)), assign_to: assignTo }
  }
  if (!chat) return {}
  if (event === 'chat_finished') return finishedFields(db, chat)
  if (event === 'chat_rated') {
    const { rating, comment } = ratedData.parse(data)
    const messages = (await readChatLog(db, chat.id)).map(logEntry)
    const rated = { messages, ...ratingOf(rating, chat.visitor) }
    return { agents: agentsOf(chat), chat: rated, comment: comment ?? '' }
  }
  if (event !== 'message_created') return presentAgent(chat)
  const message = await db.message.findUniqueOrThrow({
    where: { id: messageId ?? '' },
    include: { user: { select: { number: true, name: true } } },
  })
  return { ...presentAgent(chat), message: { id: message.id, ...logEntry(logLine(message)) } }
}

async function finishedFields(db: Db, chat: ToldChat): Promise<Payload> {
  const { id, visitor, bot, rating } = chat
  const lines = await readChatLog(db, id)
  const names = { visitor: visitor.name ?? 'Visitor', bot: bot?.name ?? 'Bot' }
  return {
    agents: agentsOf(chat),
    chat: { messages: lines.map(logEntry), ...ratingOf(rating, visitor) },
    plain_messages: plainLog(lines, names),
    html_messages: htmlLog(lines, names),
  }
}

/** Everybody who was in the chat. */
function agentsOf({ members }: ToldChat): object[] {
  return members.map(({ user }) => agentOf(user))
}

/** Whoever answers the chat; left out while nobody does. */
function presentAgent({ members }: ToldChat): Payload {
  const present = members.find(({ leftAt }) => leftAt === null)
  return present ? { agent: agentOf(present.user) } : {}
}
