import type { OutboxItem, Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import type { WebhookName } from '../sending/webhook.ts'
import { htmlLog, logEntry, logLine, plainLog, readChatLog } from './chat-log.ts'
import { agentOf, departmentOf, visitorOf } from './structures.ts'

const parts = {
  visitor: true,
  channel: { select: { publicId: true } },
  department: true,
  bot: { select: { name: true } },
  members: { include: { user: true }, orderBy: [{ joinedAt: 'asc' }, { userId: 'asc' }] },
} satisfies Prisma.ChatInclude

type ToldChat = Prisma.ChatGetPayload<{ include: typeof parts }>
type Payload = Record<string, unknown>
type OwnFields = (services: Services, item: OutboxItem, chat: ToldChat) => Promise<Payload> | Payload

/**
 * The body of an event (contract, part 6.3). It is made at the first attempt, so that it has the visitor as they are
 * then; what would say something else by then stands in the item's `data`.
 */
export async function webhookPayload(services: Services, item: OutboxItem): Promise<Payload> {
  const { db } = services
  const chat = await db.chat.findUniqueOrThrow({ where: { id: item.chatId ?? '' }, include: parts })
  const chatsCount = await db.chat.count({ where: { visitorId: chat.visitorId } })
  const event = item.event as WebhookName
  return {
    event_name: event,
    chat_id: chat.number,
    widget_id: chat.channel.publicId,
    visitor: visitorOf(chat.visitor, chatsCount),
    ...(chat.visitor.pageUrl && { page: { url: chat.visitor.pageUrl, title: '' } }),
    ...(chat.department && { department: departmentOf(chat.department) }),
    ...(await ownFields[event](services, item, chat)),
  }
}

const ownFields: Record<WebhookName, OwnFields> = {
  // Calls and offline messages are not told yet.
  call_event: () => ({}),
  offline_message: () => ({}),
  chat_rated: () => ({}),
  chat_accepted: (services, item, chat) => agentOfItem(services, item, chat),
  async chat_assigned(services, item, chat) {
    const { assignTo } = item.data as { assignTo: string }
    return { ...(await agentOfItem(services, item, chat)), assign_to: assignTo }
  },
  chat_updated: (_services, _item, chat) => presentAgent(chat),
  client_updated: (_services, _item, chat) => presentAgent(chat),
  async chat_finished({ db }, _item, chat) {
    const lines = await readChatLog(db, chat.id)
    const names = { visitor: chat.visitor.name ?? 'Visitor', bot: chat.bot?.name ?? 'Bot' }
    return {
      agents: chat.members.map(({ user }) => agentOf(user)),
      chat: { messages: lines.map(logEntry), rate: null, blacklisted: false },
      plain_messages: plainLog(lines, names),
      html_messages: htmlLog(lines, names),
    }
  },
  async message_created({ db }, { messageId }, chat) {
    const message = await db.message.findUniqueOrThrow({
      where: { id: messageId ?? '' },
      include: { user: { select: { number: true, name: true } } },
    })
    return { ...presentAgent(chat), message: { id: message.id, ...logEntry(logLine(message)) } }
  },
}

/** The operator who did it, whoever is in the chat by now. */
async function agentOfItem({ db }: Services, { data }: OutboxItem, chat: ToldChat): Promise<Payload> {
  const { agentId } = data as { agentId: string }
  const user = await db.user.findFirst({ where: { id: agentId, accountId: chat.accountId } })
  return user ? { agent: agentOf(user) } : {}
}

/** Whoever answers the chat; left out while nobody does. */
function presentAgent({ members }: ToldChat): Payload {
  const present = members.find(({ leftAt }) => leftAt === null)
  return present ? { agent: agentOf(present.user) } : {}
}
