import type { Db } from '../../../database/client.ts'
import type { Channel, Department, OutboxItem, Prisma, Visitor } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import type { WebhookName } from '../sending/webhook.ts'
import { htmlLog, logEntry, logLine, plainLog, readChatLog } from './chat-log.ts'
import { agentOf, departmentOf, pageOf, sessionOf, visitorOf } from './structures.ts'
import { acceptedData, assignedData, callData, callOf, offlineMessageData } from './told-fields.ts'

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
}

/**
 * The body of an event (contract, part 6.3). It is made at the first attempt, so that it has the visitor as they are
 * then; what would say something else by then stands in the item's `data`.
 */
export async function webhookPayload(services: Services, item: OutboxItem): Promise<Payload> {
  const { db } = services
  const event = item.event as WebhookName
  const scene = item.chatId ? await sceneOfChat(db, item.chatId) : await sceneOfData(db, event, item)
  const { chat, channel, visitor, department, pageUrl } = scene
  const chatsCount = visitor ? await db.chat.count({ where: { visitorId: visitor.id } }) : 0
  const visit = visitor && (await db.visit.findUnique({ where: { visitorId: visitor.id } }))
  return {
    event_name: event,
    ...(chat && { chat_id: chat.number }),
    ...(channel && { widget_id: channel.publicId }),
    ...(visitor && { visitor: visitorOf(visitor, chatsCount) }),
    ...(visitor?.userToken && { user_token: visitor.userToken }),
    ...(visit && { session: sessionOf(visit) }),
    ...(pageUrl && { page: pageOf(pageUrl, visit) }),
    ...(department && { department: departmentOf(department) }),
    ...(await ownFields(services, event, item, chat)),
  }
}

async function sceneOfChat(db: Db, id: string): Promise<Scene> {
  const chat = await db.chat.findUniqueOrThrow({ where: { id }, include: parts })
  const { channel, visitor, department } = chat
  return { chat, channel, visitor, department, pageUrl: visitor.pageUrl }
}

async function sceneOfData(db: Db, event: WebhookName, { accountId, data }: OutboxItem): Promise<Scene> {
  const schema = event === 'offline_message' ? offlineMessageData : callData.partial()
  const about: Partial<
    Record<'channelId' | 'visitorId' | 'departmentId' | 'pageUrl', string | null | undefined>
  > = schema.parse(data)
  const [channel, visitor, department] = await Promise.all([
    about.channelId ? db.channel.findFirst({ where: { id: about.channelId, accountId } }) : null,
    about.visitorId ? db.visitor.findFirst({ where: { id: about.visitorId, accountId } }) : null,
    about.departmentId ? db.department.findFirst({ where: { id: about.departmentId, accountId } }) : null,
  ])
  return { chat: null, channel, visitor, department, pageUrl: about.pageUrl ?? visitor?.pageUrl ?? null }
}

async function ownFields(
  { db }: Services,
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
  if (event === 'offline_message') {
    const { offlineMessageId, message } = offlineMessageData.parse(data)
    return { offline_message_id: offlineMessageId, message }
  }
  if (event === 'chat_accepted') return agent(acceptedData.parse(data).agentId)
  if (event === 'chat_assigned') {
    const { agentId, assignTo } = assignedData.parse(data)
    return { ...(await agent(agentId)), assign_to: assignTo }
  }
  if (!chat) return {}
  if (event === 'chat_finished') return finishedFields(db, chat)
  if (event !== 'message_created') return presentAgent(chat)
  const message = await db.message.findUniqueOrThrow({
    where: { id: messageId ?? '' },
    include: { user: { select: { number: true, name: true } } },
  })
  return { ...presentAgent(chat), message: { id: message.id, ...logEntry(logLine(message)) } }
}

async function finishedFields(db: Db, { id, visitor, bot, members, rating }: ToldChat): Promise<Payload> {
  const lines = await readChatLog(db, id)
  const names = { visitor: visitor.name ?? 'Visitor', bot: bot?.name ?? 'Bot' }
  return {
    agents: members.map(({ user }) => agentOf(user)),
    chat: {
      messages: lines.map(logEntry),
      rate: rating?.toLowerCase() ?? null,
      blacklisted: visitor.blacklistedAt !== null,
    },
    plain_messages: plainLog(lines, names),
    html_messages: htmlLog(lines, names),
  }
}

/** Whoever answers the chat; left out while nobody does. */
function presentAgent({ members }: ToldChat): Payload {
  const present = members.find(({ leftAt }) => leftAt === null)
  return present ? { agent: agentOf(present.user) } : {}
}
