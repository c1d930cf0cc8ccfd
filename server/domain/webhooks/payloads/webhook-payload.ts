import type { Db } from '../../../database/client.ts'
import type { Channel, Department, OutboxItem, Visitor } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import type { WebhookName } from '../sending/webhook.ts'
import { htmlLog, logEntry, logLine, plainLog, readChatLog } from './chat-log.ts'
import {
  acceptedData,
  assignedData,
  callData,
  callOf,
  offlineMessageData,
  ratedData,
  taggedData,
  updatedData,
} from './item-data.ts'
import { agentOf, departmentOf, pageOf, ratingOf, sessionOf, tagOf, visitorOf } from './structures.ts'
import {
  readWebhookContext,
  readWebhookVisitor,
  type WebhookChat,
  type WebhookContext,
  type WebhookMember,
  type WebhookMessage,
  type WebhookVisitor,
} from './webhook-context.ts'

type Payload = Record<string, unknown>

/** Where an event happened and who it is about, as far as known. */
interface Scene {
  chat: WebhookChat | null
  /** Of `message_created`. */
  message?: WebhookMessage
  channel: Pick<Channel, 'publicId'> | null
  visitor: WebhookVisitor | null
  department: Pick<Department, 'number' | 'name'> | null
  pageUrl: string | null
  /** The contact details that the person entered, whether they are a known visitor or not. */
  given?: Pick<Visitor, 'name' | 'email' | 'phone'>
  /** The fields that only this event has. */
  own?: Payload
}

/**
 * The body of an event (contract, part 6.3). It is built at the first attempt, so that it contains the visitor's
 * current data; what could have changed by then is in the item's `data`. `context` is the data of the chat that was read
 * with the claim, if any.
 */
export async function webhookPayload(
  services: Services,
  item: OutboxItem,
  context: WebhookContext | null,
): Promise<Payload> {
  const event = item.event as WebhookName
  const scene = await findScene(services, item, context)
  const { chat, channel, visitor, department, pageUrl, given, own } = scene
  const visit = visitor?.visit ?? null
  return {
    event_name: event,
    ...(chat && { chat_id: chat.number }),
    ...(channel && { widget_id: channel.publicId }),
    ...((visitor || given) && { visitor: visitorFields(visitor, given) }),
    ...(visitor?.userToken && { user_token: visitor.userToken }),
    ...(visit && { session: sessionOf(visit) }),
    ...(pageUrl && { page: pageOf(pageUrl, visit) }),
    ...(department && { department: departmentOf(department) }),
    ...(chat?.tags && { tags: chat.tags.map(tagOf) }),
    ...(own ?? (await ownFields(services.db, event, item, scene))),
  }
}

async function findScene(
  services: Services,
  item: OutboxItem,
  context: WebhookContext | null,
): Promise<Scene> {
  if (item.chatId) return sceneOfChat(context ?? (await readWebhookContext(services.pool, item.id)))
  return item.event === 'offline_message'
    ? sceneOfOfflineMessage(services, item)
    : sceneOfCall(services, item)
}

function sceneOfChat(context: WebhookContext | null): Scene {
  if (!context) throw new Error('The chat of an event is gone.')
  const { publicId, visitor, department, message } = context
  const scene = { chat: context, channel: { publicId }, visitor, department, pageUrl: visitor.pageUrl }
  return { ...scene, ...(message && { message }) }
}

/** The contact details are those that the person entered. */
async function sceneOfOfflineMessage(
  { db, pool }: Services,
  { accountId, data }: OutboxItem,
): Promise<Scene> {
  const { offlineMessageId } = offlineMessageData.parse(data)
  const message = await db.offlineMessage.findUniqueOrThrow({
    where: { id: offlineMessageId },
    include: { channel: true, department: true },
  })
  const { channel, visitorId, department, name, email, phone, text, pageUrl } = message
  const visitor = await readWebhookVisitor(pool, { id: visitorId, accountId })
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

async function sceneOfCall({ db, pool }: Services, { accountId, data }: OutboxItem): Promise<Scene> {
  const { channelId, visitorId } = callData.parse(data)
  const [channel, visitor] = await Promise.all([
    channelId ? db.channel.findFirst({ where: { id: channelId, accountId } }) : null,
    readWebhookVisitor(pool, { id: visitorId, accountId }),
  ])
  return { chat: null, channel, visitor, department: null, pageUrl: visitor?.pageUrl ?? null }
}

function visitorFields(visitor: WebhookVisitor | null, given: Scene['given']): Payload {
  const known = {
    number: visitor?.number ?? null,
    name: given?.name ?? visitor?.name ?? null,
    email: given?.email ?? visitor?.email ?? null,
    phone: given?.phone ?? visitor?.phone ?? null,
    description: visitor?.description ?? null,
  }
  return visitorOf(known, visitor?.chatsCount ?? 0)
}

async function ownFields(
  db: Db,
  event: WebhookName,
  { accountId, data }: OutboxItem,
  { chat, message }: Scene,
): Promise<Payload> {
  /** The operator who did it, whoever is in the chat by now. */
  const agent = async (id: string | null | undefined): Promise<Payload> => {
    const user = id ? await db.user.findFirst({ where: { id, accountId } }) : null
    return user ? { agent: agentOf(user) } : {}
  }
  if (event === 'call_event') {
    const { operatorId, call } = callData.parse(data)
    return { ...(await agent(operatorId)), call: callOf(call) }
  }
  if (event === 'chat_accepted') return agent(acceptedData.parse(data).operatorId)
  if (event === 'chat_assigned') {
    const { operatorId, assignTo } = assignedData.parse(data)
    return { ...(await agent(operatorId)), assign_to: assignTo }
  }
  if (event === 'chat_tagged') {
    const { operatorId, tagIds } = taggedData.parse(data)
    return { ...(await agent(operatorId)), tags: await tagsOf(db, accountId, tagIds) }
  }
  if (!chat) return {}
  if (event === 'chat_finished') return finishedFields(db, chat)
  if (event === 'chat_rated') {
    const { rating, comment } = ratedData.parse(data)
    const messages = (await readChatLog(db, chat.id)).map(logEntry)
    const rated = { messages, ...ratingOf(rating, chat.visitor) }
    return { agents: agentsOf(chat), chat: rated, comment: comment ?? '' }
  }
  if (event !== 'message_created') {
    const changed = updatedData.parse(data)
    return changed ? agentOfId(chat, changed.operatorId) : presentAgent(chat)
  }
  if (!message) throw new Error('The message of an event is gone.')
  const line = logLine({ ...message, createdAt: new Date(message.createdAt) })
  return { ...agentOfMessage(chat, message), message: { id: message.id, ...logEntry(line) } }
}

/** As they are called now, without deleted ones. */
async function tagsOf(db: Db, accountId: string, ids: string[]): Promise<object[]> {
  const found = await db.tag.findMany({ where: { id: { in: ids }, accountId } })
  return found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map(tagOf)
}

async function finishedFields(db: Db, chat: WebhookChat): Promise<Payload> {
  const { id, visitor, botName, rating } = chat
  const lines = await readChatLog(db, id)
  const names = { visitor: visitor.name ?? 'Visitor', bot: botName ?? 'Bot' }
  return {
    agents: agentsOf(chat),
    chat: { messages: lines.map(logEntry), ...ratingOf(rating, visitor) },
    plain_messages: plainLog(lines, names),
    html_messages: htmlLog(lines, names),
  }
}

/** Everyone who was in the chat. */
function agentsOf({ members }: WebhookChat): object[] {
  return members.map(agentOf)
}

/** The operator who answered the chat at the time; omitted if nobody did. */
function agentOfId({ members }: WebhookChat, operatorId: string | null): Payload {
  const member = members.find(({ id }) => id === operatorId)
  return member ? { agent: agentOf(member) } : {}
}

/** The operator who wrote a message, or answered the chat when somebody else did; omitted if nobody did. */
function agentOfMessage({ members }: WebhookChat, { user, createdAt }: WebhookMessage): Payload {
  const at = Date.parse(createdAt)
  const wasIn = ({ joinedAt, leftAt }: WebhookMember) =>
    Date.parse(joinedAt) <= at && (leftAt === null || Date.parse(leftAt) >= at)
  const member = members.find(({ number }) => number === user?.number) ?? members.find(wasIn)
  return member ? { agent: agentOf(member) } : {}
}

/** The operator who answers the chat; omitted while nobody does. */
function presentAgent({ members }: WebhookChat): Payload {
  const present = members.find(({ leftAt }) => leftAt === null)
  return present ? { agent: agentOf(present) } : {}
}
