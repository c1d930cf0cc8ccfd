import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createPublicId } from '../../server/domain/channels/create-public-id.ts'
import { closeOrphans } from '../../server/domain/chats/close-orphans.ts'
import { type Role, roleColumns, roleOf } from '../../server/domain/operators/role.ts'
import type { VisitorPrincipal } from '../../server/domain/principal.ts'
import type { Viewer } from '../../server/domain/viewer.ts'
import type { User } from '../../server/generated/prisma/client.ts'
import type { Services } from '../../server/services.ts'
import { makeBot } from '../support/bots.ts'

/** The guest's chat when the verbs begin: to the active one of another operator, the operator is invited, and an admin is in it silently. */
export type ChatState = 'none' | 'bot' | 'waiting' | 'active'

export const IDENTITY = 'customer-7'

/** An account in which anything may happen to anyone. */
export interface World {
  accountId: string
  channelId: string
  departmentId: string
  tagId: string
  /** It has the guest's chat in the state `bot`. */
  botId: string
  /** A call with somebody else, which nobody has taken. */
  callId: string
  invitationId: string
  /** The chat of the guest, unless they have none. */
  chatId: string
  /** A note of the chief in that chat. */
  noteId: string
  /** A reply of the chief in that chat, when it is active. */
  replyId: string
  /** A CRM's. */
  endpointId: string
  admin: Viewer
  /** Another admin, who is assigned to no channel. */
  chief: Viewer
  operator: Viewer
  /** Who sees the channel, and supervises its operator. */
  supervisor: Viewer
  /** Who writes, and is merged into the other. */
  guest: VisitorPrincipal
  /** Who was known before, and has the identity. */
  known: VisitorPrincipal
}

/** Opens an account with an operator, a widget and two visitors, one of whom may have a chat. */
export async function openWorld(services: Services, state: ChatState): Promise<World> {
  const { db } = services
  const { id: accountId } = await db.account.create({ data: { name: 'Two at once' } })
  const person = (role: Role) => ({
    id: randomUUID(),
    accountId,
    ...roleColumns(role),
    name: role,
    email: `${randomUUID()}@example.com`,
    passwordHash: '',
  })
  const [admin, chief, operator, supervisor] = await db.user.createManyAndReturn({
    data: [person('ADMIN'), person('ADMIN'), person('OPERATOR'), person('SUPERVISOR')],
  })
  if (!admin || !chief || !operator || !supervisor) throw new Error('there are people missing')
  const { id: channelId } = await db.channel.create({
    data: {
      ...{ accountId, kind: 'WIDGET', name: 'Widget', publicId: createPublicId() },
      widget: { create: {} },
      operators: { create: [{ userId: operator.id }, { userId: supervisor.id }] },
    },
  })
  const { id: departmentId } = await db.department.create({ data: { accountId, number: 1, name: 'Sales' } })
  const { id: tagId } = await db.tag.create({
    data: { accountId, name: 'Order', key: 'order', color: 'BLUE' },
  })
  await db.callSettings.create({
    data: {
      accountId,
      enabled: true,
      balance: 100,
      countries: ['DE'],
      channels: { create: { channelId } },
    },
  })
  const visitor = (number: number) => {
    const id = randomUUID()
    return { id, accountId, channelId, number, key: id, externalId: id }
  }
  const guest = visitor(1)
  const known = { ...visitor(2), identity: IDENTITY }
  const third = visitor(3)
  await db.visitor.createMany({ data: [guest, known, third] })
  await db.account.update({ where: { id: accountId }, data: { lastVisitorNumber: 3, lastChatNumber: 1 } })
  const { id: callId } = await db.call.create({
    data: {
      accountId,
      channelId,
      visitorId: third.id,
      type: 'CALLBACK',
      phone: '+493012345',
      gateway: 'OPERATOR_DIALS',
    },
  })
  const { bot } = await makeBot(services, { accountId })
  await db.channel.update({ where: { id: channelId }, data: { botId: bot.id } })
  const endpoint = {
    accountId,
    name: 'CRM',
    url: 'https://crm.example/',
    events: [],
    secretEncrypted: Buffer.of(),
  }
  const { id: endpointId } = await db.webhookEndpoint.create({ data: endpoint })
  const { chatId, noteId, replyId, invitationId } = await openChat(services, {
    botId: bot.id,
    state,
    accountId,
    channelId,
    guest,
    admin,
    chief,
    operator,
  })
  const principal = ({ id, number, key }: typeof guest): VisitorPrincipal => ({
    ...{ kind: 'visitor', accountId, channelId, visitorId: id, number, key },
    token: { id: randomUUID(), expiresAt: new Date(Date.now() + 3_600_000) },
  })
  return {
    ...{
      accountId,
      channelId,
      departmentId,
      tagId,
      botId: bot.id,
      callId,
      chatId,
      noteId,
      replyId,
      invitationId,
      endpointId,
    },
    admin: viewerOf(admin, null),
    chief: viewerOf(chief, null),
    operator: viewerOf(operator, [channelId]),
    supervisor: viewerOf(supervisor, [channelId]),
    guest: principal(guest),
    known: principal(known),
  }
}

function viewerOf(user: User, channelIds: string[] | null): Viewer {
  const { id: userId, accountId } = user
  return {
    kind: 'operator',
    userId,
    accountId,
    role: roleOf(user),
    channelIds,
    sessionId: randomUUID(),
    apiToken: null,
  }
}

async function openChat(
  { db }: Services,
  given: {
    state: ChatState
    accountId: string
    channelId: string
    botId: string
    guest: { id: string }
    admin: User
    chief: User
    operator: User
  },
): Promise<Pick<World, 'chatId' | 'noteId' | 'replyId' | 'invitationId'>> {
  const { state, accountId, channelId, botId, guest, admin, chief, operator } = given
  const none = {
    ...{ chatId: randomUUID(), noteId: randomUUID(), replyId: randomUUID() },
    invitationId: randomUUID(),
  }
  if (state === 'none') return none
  const isActive = state === 'active'
  const { id: chatId } = await db.chat.create({
    data: {
      ...{ accountId, channelId, number: 1, visitorId: guest.id, queuedAt: new Date() },
      ...{ status: isActive ? 'ACTIVE' : 'QUEUED', lastSeq: isActive ? 2 : 1 },
      ...(state === 'bot' && { status: 'BOT', botId, queuedAt: null }),
      ...(isActive && {
        members: { create: { userId: chief.id } },
        isObserved: true,
        observers: { create: { userId: admin.id } },
      }),
    },
  })
  const note = { author: 'SYSTEM', type: 'NOTE', userId: chief.id, text: 'Ask the carrier' } as const
  const { id: noteId } = await db.message.create({ data: { ...note, accountId, chatId, seq: 1 } })
  if (!isActive) return { ...none, chatId, noteId }
  const reply = { author: 'OPERATOR', type: 'TEXT', userId: chief.id, text: 'Tomorow' } as const
  const { id: replyId } = await db.message.create({ data: { ...reply, accountId, chatId, seq: 2 } })
  const { id: invitationId } = await db.chatInvitation.create({
    data: {
      ...{ accountId, chatId, kind: 'TRANSFER', fromUserId: chief.id, toUserId: operator.id },
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  })
  return { chatId, noteId, replyId, invitationId }
}

/** What holds after any two verbs, whoever was first. */
export async function expectWorldHolds(services: Services, { accountId }: World): Promise<void> {
  const { db } = services
  // What a message opens while its channel is being deleted is closed by the sweep.
  await closeOrphans(services)
  const left = await db.$queryRaw`
    SELECT row.table FROM "Visitor" v CROSS JOIN LATERAL (
      SELECT 'Chat' AS table FROM "Chat" WHERE "visitorId" = v.id
      UNION ALL SELECT 'Call' FROM "Call" WHERE "visitorId" = v.id
      UNION ALL SELECT 'OfflineMessage' FROM "OfflineMessage" WHERE "visitorId" = v.id
      UNION ALL SELECT 'File' FROM "File" WHERE "visitorId" = v.id
      UNION ALL SELECT 'Visit' FROM "Visit" WHERE "visitorId" = v.id
      UNION ALL SELECT 'VisitInvitation' FROM "VisitInvitation" WHERE "visitorId" = v.id
    ) AS row
    WHERE v."accountId" = ${accountId}::uuid AND v."mergedIntoId" IS NOT NULL`
  expect(left, 'what is left with a visitor who was merged into another').toEqual([])
  const chats = await db.chat.findMany({
    where: { accountId },
    include: {
      observers: { include: { user: { include: { channels: true } } } },
      members: { where: { leftAt: null }, include: { user: { include: { channels: true } } } },
      invitations: { where: { state: 'PENDING' }, include: { toUser: { include: { channels: true } } } },
      messages: { orderBy: { seq: 'asc' }, select: { seq: true } },
    },
  })
  const reaches = (user: User & { channels: { channelId: string }[] }, channelId: string) =>
    user.deactivatedAt === null &&
    (user.role === 'ADMIN' || user.channels.some((assigned) => assigned.channelId === channelId))
  for (const { channelId, status, lastSeq, members, observers, invitations, messages } of chats) {
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1))
    expect(members.length > 0, `a chat that is ${status} has operators`).toBe(status === 'ACTIVE')
    const people = [...members.map(({ user }) => user), ...invitations.map(({ toUser }) => toUser)]
    const silent = status === 'CLOSED' ? [] : observers.map(({ user }) => user)
    const intruders = silent.filter((user) => !reaches(user, channelId) || roleOf(user) === 'OPERATOR')
    expect(intruders, 'who is in a chat silently that may not be').toEqual([])
    const both = silent.filter(({ id }) => members.some(({ userId }) => userId === id))
    expect(both, 'who is in a chat both ways').toEqual([])
    const routed = invitations.filter(({ routedBy }) => routedBy !== null)
    expect(routed.length > 0 && status !== 'QUEUED', `a chat that is ${status} is offered to somebody`).toBe(
      false,
    )
    const strangers = people.filter((user) => !reaches(user, channelId))
    expect(strangers, 'who is in a chat, or invited, that they may not see').toEqual([])
  }
  const open = chats.filter(({ status }) => status !== 'CLOSED').map(({ visitorId }) => visitorId)
  expect(new Set(open).size, 'visitors with open chats').toBe(open.length)
  const calls = await db.call.findMany({
    where: { accountId, endedAt: null },
    include: { operator: { include: { channels: true } }, channel: true },
  })
  for (const { operator, channel, gateway, createdAt } of calls) {
    // A telephone system ends its calls itself, but no call begins in a channel that is gone.
    const goesOn = gateway === 'HTTP' && channel.deletedAt !== null && createdAt < channel.deletedAt
    if (!goesOn) expect(channel.deletedAt, 'the channel of a call in progress').toBeNull()
    if (operator) expect(reaches(operator, channel.id), 'who has a call may see it').toBe(true)
  }
}

/** What sweeps look for in all accounts, they do not find in this one any more. */
export async function leaveWorld({ db }: Services, { accountId }: World): Promise<void> {
  await db.chatMember.updateMany({
    where: { chat: { accountId }, leftAt: null },
    data: { leftAt: new Date() },
  })
  await db.automaticMessage.deleteMany({ where: { channel: { accountId } } })
  await db.user.updateMany({ where: { accountId, goneAt: { not: null } }, data: { goneAt: null } })
  await db.chatInvitation.updateMany({
    where: { accountId, state: 'PENDING' },
    data: { state: 'DECLINED' },
  })
}
