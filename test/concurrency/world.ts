import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createPublicId } from '../../server/domain/channels/create-public-id.ts'
import { closeOrphans } from '../../server/domain/chats/close-orphans.ts'
import { type Role, roleColumns, roleOf } from '../../server/domain/operators/role.ts'
import type { VisitorPrincipal } from '../../server/domain/principal.ts'
import type { Viewer } from '../../server/domain/viewer.ts'
import type { Prisma, User } from '../../server/generated/prisma/client.ts'
import { hashSecret } from '../../server/secrets.ts'
import type { Services } from '../../server/services.ts'
import { uuidv7 } from '../../server/text/uuid.ts'

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

/** A table at a time is far less work than a world at a time. */
const AT_ONCE = 16

/** Gives out worlds, to each caller one of their own. They are made some at a time. */
export function worldsOf(services: Services): (state: ChatState) => Promise<World> {
  const ready = new Map<ChatState, World[]>()
  return async (state) => {
    const left = ready.get(state) ?? []
    if (left.length === 0) left.push(...(await openWorlds(services, state)))
    ready.set(state, left)
    const world = left.shift()
    if (!world) throw new Error('there is no world')
    return world
  }
}

/** Opens accounts with an operator, a widget and two visitors, one of whom may have a chat. */
async function openWorlds({ db }: Services, state: ChatState): Promise<World[]> {
  const isActive = state === 'active'
  const accounts = Array.from({ length: AT_ONCE }, () => planAccount(state))
  const all = <T>(rowsOf: (account: (typeof accounts)[number]) => T[]) => ({ data: accounts.flatMap(rowsOf) })
  await db.account.createMany(all(({ account }) => [account]))
  const users = await db.user.createManyAndReturn(all(({ people }) => people))
  await db.botProvider.createMany(all(({ provider }) => [provider]))
  await db.bot.createMany(all(({ bot }) => [bot]))
  await db.channel.createMany(all(({ channel }) => [channel]))
  await db.widgetSettings.createMany(all(({ channelId }) => [{ channelId }]))
  await db.channelOperator.createMany(
    all(({ channelId, operator, supervisor }) => [
      { channelId, userId: operator.id },
      { channelId, userId: supervisor.id },
    ]),
  )
  await db.department.createMany(all(({ department }) => [department]))
  await db.tag.createMany(all(({ tag }) => [tag]))
  await db.callSettings.createMany(all(({ callSettings }) => [callSettings]))
  await db.callbackChannel.createMany(all(({ accountId, channelId }) => [{ accountId, channelId }]))
  await db.visitor.createMany(all(({ guest, known, third }) => [guest, known, third]))
  await db.call.createMany(all(({ call }) => [call]))
  await db.webhookEndpoint.createMany(all(({ endpoint }) => [endpoint]))
  if (state !== 'none') await db.chat.createMany(all(({ chat }) => [chat]))
  if (state !== 'none') await db.message.createMany(all(({ note }) => [note]))
  if (isActive) {
    await db.chatMember.createMany(all(({ chat, chief }) => [{ chatId: chat.id, userId: chief.id }]))
    await db.chatObserver.createMany(all(({ chat, admin }) => [{ chatId: chat.id, userId: admin.id }]))
    await db.message.createMany(all(({ reply }) => [reply]))
    await db.chatInvitation.createMany(all(({ invitation }) => [invitation]))
  }
  const userOf = new Map(users.map((user) => [user.id, user]))
  const viewerOf = ({ id }: { id: string }, channelIds: string[] | null) => {
    const user = userOf.get(id)
    if (!user) throw new Error('there are people missing')
    return asViewer(user, channelIds)
  }
  return accounts.map(({ accountId, channelId, ...planned }) => ({
    accountId,
    channelId,
    departmentId: planned.department.id,
    tagId: planned.tag.id,
    botId: planned.bot.id,
    callId: planned.call.id,
    chatId: planned.chat.id,
    noteId: planned.note.id,
    replyId: planned.reply.id,
    invitationId: planned.invitation.id,
    endpointId: planned.endpoint.id,
    admin: viewerOf(planned.admin, null),
    chief: viewerOf(planned.chief, null),
    operator: viewerOf(planned.operator, [channelId]),
    supervisor: viewerOf(planned.supervisor, [channelId]),
    guest: asPrincipal(planned.guest),
    known: asPrincipal(planned.known),
  }))
}

/** The rows of a world. Those of a chat count only when there is one. */
function planAccount(state: ChatState) {
  const isActive = state === 'active'
  const accountId = uuidv7()
  const channelId = uuidv7()
  const person = (role: Role) => ({
    id: randomUUID(),
    accountId,
    ...roleColumns(role),
    name: role,
    email: `${randomUUID()}@example.com`,
    passwordHash: '',
  })
  const visitor = (number: number, identity: string | null = null) => {
    const id = randomUUID()
    return { id, accountId, channelId, number, key: id, externalId: id, identity }
  }
  const people = [person('ADMIN'), person('ADMIN'), person('OPERATOR'), person('SUPERVISOR')] as const
  const [admin, chief, operator, supervisor] = people
  const [guest, known, third] = [visitor(1), visitor(2, IDENTITY), visitor(3)]
  const provider = {
    ...{ id: uuidv7(), accountId, name: 'Provider', publicId: randomUUID() },
    endpointUrl: 'http://127.0.0.1:9/',
  }
  const bot = {
    ...{ id: uuidv7(), accountId, providerId: provider.id, name: 'Robot' },
    ...{ tokenHash: hashSecret(randomUUID()), tokenEncrypted: Buffer.of() },
  }
  const chat = {
    ...{ id: uuidv7(), accountId, channelId, number: 1, visitorId: guest.id, queuedAt: new Date() },
    ...{ status: isActive ? 'ACTIVE' : 'QUEUED', lastSeq: isActive ? 2 : 1, isObserved: isActive },
    ...(state === 'bot' && { status: 'BOT', botId: bot.id, queuedAt: null }),
  } satisfies Prisma.ChatCreateManyInput
  const said = { accountId, chatId: chat.id, userId: chief.id }
  return {
    ...{ accountId, channelId, people: [...people], admin, chief, operator, supervisor },
    ...{ guest, known, third, provider, bot, chat },
    account: { id: accountId, name: 'Two at once', lastVisitorNumber: 3, lastChatNumber: 1 },
    channel: {
      ...{ id: channelId, accountId, kind: 'WIDGET', name: 'Widget', publicId: createPublicId() },
      botId: bot.id,
    } satisfies Prisma.ChannelCreateManyInput,
    department: { id: uuidv7(), accountId, number: 1, name: 'Sales' },
    tag: {
      ...{ id: uuidv7(), accountId, name: 'Order', key: 'order', color: 'BLUE' },
    } satisfies Prisma.TagCreateManyInput,
    callSettings: { accountId, enabled: true, balance: 100, countries: ['DE'] },
    call: {
      ...{ id: uuidv7(), accountId, channelId, visitorId: third.id, type: 'CALLBACK' },
      ...{ phone: '+493012345', gateway: 'OPERATOR_DIALS' },
    } satisfies Prisma.CallCreateManyInput,
    endpoint: {
      ...{ id: uuidv7(), accountId, name: 'CRM', url: 'https://crm.example/' },
      ...{ events: [], secretEncrypted: Buffer.of() },
    },
    note: {
      ...{ ...said, id: uuidv7(), seq: 1, author: 'SYSTEM', type: 'NOTE', text: 'Ask the carrier' },
    } satisfies Prisma.MessageCreateManyInput,
    reply: {
      ...{ ...said, id: uuidv7(), seq: 2, author: 'OPERATOR', type: 'TEXT', text: 'Tomorow' },
    } satisfies Prisma.MessageCreateManyInput,
    invitation: {
      ...{ id: uuidv7(), accountId, chatId: chat.id, kind: 'TRANSFER' },
      ...{ fromUserId: chief.id, toUserId: operator.id, expiresAt: new Date(Date.now() + 3_600_000) },
    } satisfies Prisma.ChatInvitationCreateManyInput,
  }
}

function asPrincipal(visitor: {
  id: string
  accountId: string
  channelId: string
  number: number
  key: string
}): VisitorPrincipal {
  const { id: visitorId, accountId, channelId, number, key } = visitor
  return {
    ...{ kind: 'visitor', accountId, channelId, visitorId, number, key },
    token: { id: randomUUID(), expiresAt: new Date(Date.now() + 3_600_000) },
  }
}

function asViewer(user: User, channelIds: string[] | null): Viewer {
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
  const people = await db.user.findMany({ where: { accountId }, include: { channels: true } })
  const personOf = new Map(people.map((person) => [person.id, person]))
  const chats = await db.chat.findMany({
    where: { accountId },
    include: {
      observers: { select: { userId: true } },
      members: { where: { leftAt: null }, select: { userId: true } },
      invitations: { where: { state: 'PENDING' }, select: { toUserId: true, routedBy: true } },
      messages: { orderBy: { seq: 'asc' }, select: { seq: true } },
    },
  })
  const reaches = (userId: string, channelId: string) => {
    const user = personOf.get(userId)
    if (!user || user.deactivatedAt !== null) return false
    return user.role === 'ADMIN' || user.channels.some((assigned) => assigned.channelId === channelId)
  }
  const isOperatorOnly = (userId: string) => {
    const user = personOf.get(userId)
    return user !== undefined && roleOf(user) === 'OPERATOR'
  }
  for (const { channelId, status, lastSeq, members, observers, invitations, messages } of chats) {
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1))
    expect(members.length > 0, `a chat that is ${status} has operators`).toBe(status === 'ACTIVE')
    const insiders = [...members.map(({ userId }) => userId), ...invitations.map(({ toUserId }) => toUserId)]
    const silent = status === 'CLOSED' ? [] : observers.map(({ userId }) => userId)
    const intruders = silent.filter((id) => !reaches(id, channelId) || isOperatorOnly(id))
    expect(intruders, 'who is in a chat silently that may not be').toEqual([])
    const both = silent.filter((id) => members.some(({ userId }) => userId === id))
    expect(both, 'who is in a chat both ways').toEqual([])
    const routed = invitations.filter(({ routedBy }) => routedBy !== null)
    expect(routed.length > 0 && status !== 'QUEUED', `a chat that is ${status} is offered to somebody`).toBe(
      false,
    )
    const strangers = insiders.filter((id) => !reaches(id, channelId))
    expect(strangers, 'who is in a chat, or invited, that they may not see').toEqual([])
  }
  const open = chats.filter(({ status }) => status !== 'CLOSED').map(({ visitorId }) => visitorId)
  expect(new Set(open).size, 'visitors with open chats').toBe(open.length)
  const calls = await db.call.findMany({
    where: { accountId, endedAt: null },
    include: { channel: true },
  })
  for (const { operatorId, channel, gateway, createdAt } of calls) {
    // A telephone system ends its calls itself, but no call begins in a channel that is gone.
    const goesOn = gateway === 'HTTP' && channel.deletedAt !== null && createdAt < channel.deletedAt
    if (!goesOn) expect(channel.deletedAt, 'the channel of a call in progress').toBeNull()
    if (operatorId) expect(reaches(operatorId, channel.id), 'who has a call may see it').toBe(true)
  }
}

/** What sweeps look for in all accounts, they do not find in this one any more. */
export async function leaveWorld({ db }: Services, { accountId }: World): Promise<void> {
  await db.$executeRaw`
    WITH members AS (
      UPDATE "ChatMember" m SET "leftAt" = now() FROM "Chat" c
      WHERE c.id = m."chatId" AND c."accountId" = ${accountId}::uuid AND m."leftAt" IS NULL
    ), messages AS (
      DELETE FROM "AutomaticMessage" m USING "Channel" c
      WHERE c.id = m."channelId" AND c."accountId" = ${accountId}::uuid
    ), people AS (
      UPDATE "User" SET "goneAt" = NULL WHERE "accountId" = ${accountId}::uuid AND "goneAt" IS NOT NULL
    )
    UPDATE "ChatInvitation" SET state = 'DECLINED' WHERE "accountId" = ${accountId}::uuid AND state = 'PENDING'`
}
