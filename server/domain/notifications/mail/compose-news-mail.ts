import type { Tx } from '../../../database/client.ts'
import type { Prisma, UnseenNews } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { cutText } from '../../cut-text.ts'
import type { NewMail } from '../../mail/new-mail.ts'
import { visitorLabel } from '../../visitors/visitor-label.ts'
import { chatAddress } from '../chat-address.ts'
import { messageAddress } from '../message-address.ts'
import type { NotificationKind } from '../notification-kinds.ts'

/** More than anybody reads in a mail. */
const MOST_ITEMS = 30
const TEXT_CHARACTERS = 500

const texts: Record<NotificationKind, string> = {
  OFFER: 'A chat was given to you',
  MESSAGE: 'A message in your chat',
  MENTION: 'A colleague mentioned you',
  FAILED_DELIVERY: 'A message was not delivered',
  TARGET_NEAR: 'The time for a chat is nearly over',
  TARGET_MISSED: 'A chat was not answered or closed in time',
  WAITING_CHAT: 'A visitor is waiting',
  CHANNEL_MESSAGE: 'A message in a chat of your channels',
}

interface ComposeNewsMail {
  accountId: string
  /** Oldest first. */
  unseen: readonly UnseenNews[]
  timeZone: string
  /** Whether the visitors' names and what was said are in it. */
  showsText: boolean
}

/** The mail about what somebody has not seen. Unless they want it, it contains neither names nor texts of chats. */
export async function composeNewsMail(
  { env }: Pick<Services, 'env'>,
  tx: Tx,
  { accountId, unseen, timeZone, showsText }: ComposeNewsMail,
): Promise<Pick<NewMail, 'subject' | 'parts'>> {
  const { name: account } = await tx.account.findUniqueOrThrow({ where: { id: accountId } })
  const shown = unseen.slice(-MOST_ITEMS)
  const said = showsText ? await readSaid(tx, shown) : new Map<UnseenNews, Said>()
  const [first] = shown
  const { publicUrl } = env.http
  const more = unseen.length - shown.length
  const subject =
    unseen.length === 1 && first ? titleOf(first) : `${unseen.length} things that you have not seen`
  return {
    subject: `${account}: ${subject}`,
    parts: [
      { kind: 'title', text: subject },
      ...shown.map((item) => {
        const { name = null, text = '' } = said.get(item) ?? {}
        return {
          kind: 'entry',
          who: name === null ? titleOf(item) : `${name}: ${titleOf(item)}`,
          when: timeOf(item.since, timeZone),
          text,
          url: publicUrl + pathOf(item),
        } as const
      }),
      ...(more > 0
        ? [{ kind: 'text', text: more === 1 ? 'And an earlier one.' : `And ${more} earlier ones.` } as const]
        : []),
      { kind: 'link', label: 'Open Switchboard', url: publicUrl },
      {
        kind: 'smallLink',
        text: 'You received this e-mail because you chose to be sent what you have not seen.',
        label: 'Change your notifications',
        url: `${publicUrl}/settings/notifications`,
      },
    ],
  }
}

function pathOf({ kind, chatId, messageId }: UnseenNews): string {
  const message = messageAddress(kind, messageId)
  const query = message === null ? '' : `?message=${encodeURIComponent(message)}`
  return `/inbox/all/${encodeURIComponent(chatAddress(chatId))}${query}`
}

function titleOf({ kind }: UnseenNews): string {
  return texts[kind as NotificationKind]
}

interface Said {
  name: string
  text: string
}

const withVisitor = {
  preview: true,
  visitor: { select: { name: true, email: true, phone: true, number: true } },
} as const satisfies Prisma.ChatSelect

async function readSaid(tx: Tx, items: readonly UnseenNews[]): Promise<Map<UnseenNews, Said>> {
  const ids = (found: (string | null)[]) => ({ in: found.filter((id) => id !== null) })
  const chats = await tx.chat.findMany({
    where: { id: ids(items.map(({ chatId }) => chatId)) },
    select: { id: true, ...withVisitor },
  })
  const messages = await tx.message.findMany({
    where: { id: ids(items.map(({ messageId }) => messageId)), deletedAt: null },
    select: { id: true, text: true },
  })
  const chatById = new Map(chats.map((chat) => [chat.id, chat]))
  const textById = new Map(messages.map(({ id, text }) => [id, text]))
  return new Map(
    items.flatMap((item) => {
      const chat = chatById.get(item.chatId)
      if (!chat) return []
      const text = cutText(textById.get(item.messageId ?? '') ?? chat.preview, TEXT_CHARACTERS)
      return [[item, { name: visitorLabel(chat.visitor), text }] as const]
    }),
  )
}

function timeOf(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(time)
}
