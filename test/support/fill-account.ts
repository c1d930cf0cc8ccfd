import { randomUUID } from 'node:crypto'
import { BOT_EVENT, botLane } from '../../server/domain/bots/outgoing/bot-event.ts'
import { CLIENT_REPLY, replyLane } from '../../server/domain/deliveries/client-reply.ts'
import { MAIL } from '../../server/domain/mail/mail.ts'
import { WEBHOOK } from '../../server/domain/webhooks/sending/webhook.ts'
import { kindsWith } from '../../server/events/kinds/event-kinds.ts'
import type { Prisma } from '../../server/generated/prisma/client.ts'
import type { EventKind } from '../../server/generated/prisma/enums.ts'
import { laneOf } from '../../server/outbox/lane.ts'
import { encryptSecret } from '../../server/secrets.ts'
import type { Services } from '../../server/services.ts'
import { makeBot } from './bots.ts'
import type { Desk } from './desk.ts'
import { makeChannel, makeUser } from './factories.ts'
import { makeWidget } from './widget.ts'

/** The ids of what belongs together: one of everything that an account can have. */
export type Filled = Awaited<ReturnType<typeof fillOnce>>

/**
 * Stores `count` of everything that an account can have, each related to others of its own, so that no two share rows.
 * The first operator of the desk sees it all.
 */
export async function fillAccount(services: Services, desk: Desk, count: number): Promise<Filled[]> {
  const filled: Filled[] = []
  for (let n = 1; n <= count; n++) filled.push(await fillOnce(services, desk, n))
  return filled
}

async function fillOnce(services: Services, { account, admin, operators }: Desk, n: number) {
  const { db } = services
  const accountId = account.id
  const [user, colleague] = [await makeUser(services, { accountId }), await makeUser(services, { accountId })]
  const [userId, colleagueId] = [user.id, colleague.id]
  const file = { accountId, ownerId: userId, key: randomUUID(), name: 'me.png', size: 1 }
  const photo = await db.file.create({ data: { ...file, contentType: 'image/png', mediaType: 'PHOTO' } })
  await db.user.update({ where: { id: userId }, data: { photoId: photo.id } })
  const { id: departmentId } = await db.department.create({
    data: { accountId, number: n, name: `Department ${n}`, members: { create: { userId } } },
  })
  const { bot, provider } = await makeBot(services, { accountId })
  const { id: channelId } = await makeChannel(services, {
    accountId,
    operatorIds: [userId, operators[0].user.id],
  })
  await db.channel.update({ where: { id: channelId }, data: { botId: bot.id } })
  const widget = await makeWidget(services, { accountId, operatorIds: [userId, operators[0].user.id] })
  await db.triggerCount.create({ data: { channelId: widget.id, ruleId: 'hello', shown: 1 } })
  const visitor = { accountId, channelId: widget.id, key: randomUUID(), externalId: 'x' }
  const { id: visitorId } = await db.visitor.create({
    data: { ...visitor, number: n * 2, photoUrl: 'http://127.0.0.1:9/photo', userToken: 'customer' },
  })
  const { id: mergedId } = await db.visitor.create({
    data: { ...visitor, key: randomUUID(), number: n * 2 + 1, mergedIntoId: visitorId },
  })
  await db.visit.create({ data: { visitorId, accountId, channelId: widget.id } })
  await db.visitInvitation.create({
    data: { accountId, visitorId, userId, departmentId, text: 'Can I help you?' },
  })
  await services.visitorPresence.touch({ accountId, channelId: widget.id, visitorId })
  const ofVisitor = { accountId, channelId: widget.id, visitorId, departmentId, botId: bot.id }
  const closed = await db.chat.create({
    data: { ...ofVisitor, number: n * 2 + 1, status: 'ACTIVE', rating: 'POSITIVE' },
  })
  const { id: closedId } = closed
  await db.message.create({
    data: { accountId, chatId: closedId, seq: 1, author: 'VISITOR', type: 'TEXT', text: 'word' },
  })
  await db.$executeRaw`UPDATE "Chat" SET status = 'CLOSED', "closedAt" = now() WHERE id = ${closedId}::uuid`
  const chat = await db.chat.create({
    data: { ...ofVisitor, number: n * 2, status: 'ACTIVE', lastSeq: 5, handOffReason: 'BOT_INVITED' },
  })
  const chatId = chat.id
  const { id: tagId } = await db.tag.create({
    data: { accountId, name: `Tag ${n}`, key: `tag ${n}`, color: 'BLUE', channelIds: [channelId] },
  })
  await db.chat.update({ where: { id: chatId }, data: { tagIds: [tagId] } })
  await db.chatMember.create({ data: { chatId, userId } })
  await db.chatRead.create({ data: { chatId, userId, lastSeq: 1 } })
  const invitation = await db.chatInvitation.create({
    data: {
      accountId,
      chatId,
      kind: 'JOIN',
      fromUserId: userId,
      toUserId: colleagueId,
      expiresAt: new Date(Date.now() + 60_000),
    },
  })
  const notice = { kind: 'INVITED', actorId: userId, targetId: colleagueId, departmentId }
  const messages = await db.message.createManyAndReturn({
    data: [
      { accountId, chatId, seq: 1, author: 'VISITOR', type: 'TEXT', text: 'word' },
      { accountId, chatId, seq: 2, author: 'OPERATOR', userId, type: 'TEXT', text: 'word' },
      { accountId, chatId, seq: 3, author: 'BOT', type: 'TEXT', text: 'word' },
      { accountId, chatId, seq: 4, author: 'SYSTEM', type: 'NOTICE', notice },
      { accountId, chatId, seq: 5, author: 'SYSTEM', userId, type: 'NOTE', text: 'word' },
    ],
  })
  const noteId = messages.find(({ seq }) => seq === 5)?.id ?? ''
  const readers = [admin.user.id, operators[0].user.id]
  const [mention] = await db.mention.createManyAndReturn({
    data: readers.map((reader) => ({ accountId, chatId, messageId: noteId, userId: reader })),
  })
  const messageId = messages.find(({ seq }) => seq === 2)?.id ?? ''
  const endpoint = await db.webhookEndpoint.create({
    data: {
      accountId,
      name: `CRM ${n}`,
      url: 'http://127.0.0.1:9/',
      events: ['CHAT_ACCEPTED'],
      allChannels: false,
      channelIds: [channelId],
      secretEncrypted: encryptSecret('whsec_x', services.env.secretKey),
    },
  })
  const endpointId = endpoint.id
  await db.crmAnswer.create({ data: { accountId, chatId, endpointId, state: 'SHOWN', assignedById: userId } })
  const call = await db.call.create({
    data: {
      accountId,
      channelId: widget.id,
      visitorId,
      chatId,
      operatorId: userId,
      type: 'CALLBACK',
      phone: '+49301234567',
      gateway: 'OPERATOR_DIALS',
      log: { create: { state: 'START', actorType: 'VISITOR', actorId: visitorId } },
    },
  })
  const offlineMessage = await db.offlineMessage.create({
    data: {
      accountId,
      channelId: widget.id,
      visitorId,
      departmentId,
      text: 'Call me',
      state: 'ANSWERED',
      answeredById: userId,
    },
  })
  const send = (data: Partial<Prisma.OutboxItemUncheckedCreateInput>) =>
    db.outboxItem.create({
      data: {
        accountId,
        kind: '',
        lane: '',
        receiverId: accountId,
        state: 'FAILED',
        ...data,
        log: { create: { startedAt: new Date(), durationMs: 1, detail: '' } },
      },
    })
  const reply = await send({
    kind: CLIENT_REPLY,
    lane: replyLane(visitorId),
    receiverId: channelId,
    chatId,
    messageId,
  })
  await send({ kind: BOT_EVENT, lane: botLane(chatId), receiverId: bot.id, chatId, event: 'CLIENT_MESSAGE' })
  const webhook = { kind: WEBHOOK, receiverId: endpointId, chatId, event: 'chat_accepted' }
  const delivery = await send({ ...webhook, lane: laneOf(WEBHOOK, endpointId, chatId) })
  const answer = await send({
    kind: MAIL,
    lane: laneOf(MAIL, accountId),
    offlineMessageId: offlineMessage.id,
  })
  await db.mail.create({
    data: {
      id: answer.id,
      accountId,
      kind: 'OFFLINE_ANSWER',
      recipient: 'ada@example.com',
      subject: 'Your message',
      text: '',
      html: '',
    },
  })
  await db.incomingBotEvent.create({
    data: { accountId, botId: bot.id, chatId, kind: 'BOT_MESSAGE', state: 'RECEIVED' },
  })
  await db.auditEntry.create({
    data: {
      accountId,
      action: 'VISITOR_UPDATED',
      subjectType: 'Visitor',
      subjectId: visitorId,
      actorType: 'OPERATOR',
      actorId: userId,
    },
  })
  const operatorInvitation = await db.userInvitation.create({
    data: {
      accountId,
      email: `${randomUUID()}@example.com`,
      role: 'OPERATOR',
      tokenHash: Buffer.from(randomUUID()),
      invitedById: admin.user.id,
      expiresAt: new Date(Date.now() + 60_000),
    },
  })
  const cannedReply = await db.cannedReply.create({
    data: {
      accountId,
      title: 'Greeting',
      shortcut: `hi-${n}`,
      text: 'Hello {{visitor.name}}',
      ofChannels: true,
      ofDepartments: true,
      channels: { create: { channelId } },
      departments: { create: { departmentId } },
      files: { create: { fileId: photo.id, position: 0 } },
    },
  })
  return {
    accountId,
    bot: bot.id,
    call: call.id,
    cannedReply: cannedReply.id,
    channel: channelId,
    chat: chatId,
    chatInvitation: invitation.id,
    department: departmentId,
    delivery: reply.id,
    endpoint: endpointId,
    mail: answer.id,
    mention: mention?.id ?? '',
    merged: mergedId,
    message: messageId,
    offlineMessage: offlineMessage.id,
    operator: userId,
    operatorInvitation: operatorInvitation.id,
    provider: provider.id,
    tag: tagId,
    visitor: visitorId,
    webhookDelivery: delivery.id,
    widget: widget.id,
  }
}

/** An event of this kind about what was filled in, as a verb would record it; what is for one person alone is for this reader. */
export function eventAbout(
  { accountId, ...ids }: Filled,
  kind: EventKind,
  readerId: string,
): Prisma.EventUncheckedCreateInput {
  const { chat: chatId, message: messageId } = ids
  const event = { accountId, kind, actorType: 'OPERATOR', actorId: ids.operator } as const
  const inChat = { ...event, chatId, channelId: ids.widget }
  if (/^(SESSION|API_TOKEN)_/.test(kind)) return { ...event, userId: readerId }
  if (kindsWith('fromAudit', true).some((of) => of === kind)) return event
  if (kind === 'CHAT_TRANSFERRED') return { ...inChat, subjectId: ids.department, data: { to: 'DEPARTMENT' } }
  if (kind === 'CHAT_HANDED_OFF') return { ...inChat, subjectId: ids.bot, data: { reason: 'BOT_INVITED' } }
  if (kind === 'OPERATOR_SET_AWAY') return { ...event, userId: readerId, subjectId: ids.operator }
  if (kind === 'LEFT_CHATS_ACKNOWLEDGED' || kind === 'NOTIFICATION_SETTINGS_UPDATED')
    return { ...event, userId: readerId }
  if (['CHAT_READ', 'CHAT_MARKED_UNREAD', 'MENTIONS_SEEN'].includes(kind))
    return { ...inChat, userId: readerId }
  if (kind === 'OPERATOR_MENTIONED') return { ...inChat, userId: readerId, subjectId: ids.mention }
  if (kind === 'CHAT_HANDED_BACK') return { ...inChat, subjectId: ids.bot }
  if (kind === 'CHAT_ACCEPTED' || /^(OPERATOR|OBSERVER)_(JOINED|LEFT)$/.test(kind))
    return { ...inChat, subjectId: ids.operator }
  if (kind.startsWith('CHAT_INVITATION')) return { ...inChat, subjectId: ids.chatInvitation }
  if (kind === 'MESSAGES_MAILED')
    return { ...inChat, data: { seqs: [2], mailedAt: new Date().toISOString() } }
  if (/^MESSAGES_/.test(kind)) return { ...inChat, data: { deliveredSeq: 2, seenSeq: 2 } }
  if (/^(MESSAGE|DELIVERY)_/.test(kind)) return { ...inChat, messageId }
  if (kind === 'CHAT_TAGGED') return { ...inChat, data: { added: [ids.tag], removed: [ids.tag] } }
  if (/^TARGET_/.test(kind)) return { ...inChat, data: { target: 'CLOSING' } }
  if (/^(CHAT|CRM)_/.test(kind)) return inChat
  if (kind === 'VISITORS_MERGED') return { ...event, subjectId: ids.visitor, data: { mergedId: ids.merged } }
  if (kind === 'WEBHOOK_ENDPOINT_DISABLED')
    return { ...event, subjectId: ids.endpoint, data: { reason: 'GONE' } }
  const subjects: [RegExp, string][] = [
    [/^(VISIT|HISTORY_)/, ids.visitor],
    [/^CALL_/, ids.call],
    [/^CANNED_REPL/, ids.cannedReply],
    [/^OFFLINE_MESSAGE_/, ids.offlineMessage],
    [/^OPERATOR_/, ids.operator],
    [/^CHANNEL_/, ids.channel],
    [/^DEPARTMENT_/, ids.department],
    [/^BOT_/, ids.bot],
    [/^WEBHOOK_ENDPOINT_/, ids.endpoint],
  ]
  const [, subjectId] = subjects.find(([of]) => of.test(kind)) ?? []
  if (!subjectId) throw new Error(`nothing is known about ${kind}`)
  return { ...event, subjectId }
}
