import type { Tx } from '../../../database/client.ts'
import { DAY_MS } from '../../../durations.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { uuidv7 } from '../../../text/uuid.ts'
import { newChat } from '../../chats/new-chat.ts'
import { type MessageDraft, messageRow } from '../../messages/message-row.ts'
import { nextNumber } from '../next-number.ts'
import type { DemoPeople } from './add-demo-people.ts'

const MINUTE_MS = 60_000

interface DemoChat {
  people: DemoPeople
  channelId: string
  tagId: string
}

/**
 * Adds a chat of yesterday that the operator has answered, noted something about, and put aside until tomorrow. It is
 * older than the account, so the first steps do not count it as a chat that somebody here has answered.
 */
export async function addDemoChat(tx: Tx, { people, channelId, tagId }: DemoChat): Promise<void> {
  const { accountId, operator } = people
  const id = uuidv7()
  const visitorId = uuidv7()
  const begun = Date.now() - DAY_MS
  const entries: MessageDraft[] = [
    {
      author: 'VISITOR',
      type: 'TEXT',
      text: 'Hello, where is my order #1027? It should have come yesterday.',
    },
    { author: 'SYSTEM', type: 'NOTICE', notice: { kind: 'OPERATOR_JOINED', actorId: operator.id } },
    {
      author: 'OPERATOR',
      type: 'TEXT',
      userId: operator.id,
      text: 'I am sorry about that. I have asked the carrier and will tell you as soon as they answer.',
    },
    {
      author: 'SYSTEM',
      type: 'NOTE',
      userId: operator.id,
      text: 'The carrier will call back tomorrow. If the parcel is lost, we will send another one.',
    },
    { author: 'SYSTEM', type: 'NOTICE', notice: { kind: 'SNOOZED', actorId: operator.id } },
  ]
  const at = (place: number) => new Date(begun + place * MINUTE_MS)
  await tx.visitor.create({
    data: {
      id: visitorId,
      accountId,
      channelId,
      number: await nextNumber(tx, accountId, 'lastVisitorNumber'),
      key: visitorId,
      externalId: visitorId,
      name: 'Nora Weber',
      email: 'nora.weber@example.com',
      createdAt: at(0),
    },
  })
  await tx.chat.create({
    data: {
      ...newChat({ id: channelId, accountId, botId: null }),
      id,
      visitorId,
      number: await nextNumber(tx, accountId, 'lastChatNumber'),
      status: 'ACTIVE',
      lastSeq: entries.length,
      lastVisitorSeq: 1,
      preview: entries[3]?.text ?? '',
      createdAt: at(0),
      queuedAt: at(0),
      acceptedAt: at(1),
      lastActivityAt: at(3),
      snoozedAt: at(4),
      snoozedUntil: new Date(Date.now() + DAY_MS),
      tagIds: [tagId],
      members: { create: { userId: operator.id, joinedAt: at(1) } },
    },
  })
  await tx.message.createMany({
    data: entries.map((entry, place) => {
      const { media: _, rich: __, notice, ...row } = messageRow(entry)
      return {
        ...row,
        notice: notice ?? Prisma.DbNull,
        accountId,
        chatId: id,
        seq: place + 1,
        createdAt: at(place),
      }
    }),
  })
}
