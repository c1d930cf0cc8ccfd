import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveCall } from '../../server/domain/calls/move-call.ts'
import { endChats } from '../../server/domain/chats/end-chats.ts'
import { lockOpenChat } from '../../server/domain/chats/lock-open-chat.ts'
import { postMessage } from '../../server/domain/messages/append-message.ts'
import { messageRow } from '../../server/domain/messages/message-row.ts'
import { recordVisitorUpdate } from '../../server/domain/visitors/record-visitor-update.ts'
import { updateVisitor } from '../../server/domain/visitors/update-visitor.ts'
import { SYSTEM } from '../../server/events/actor.ts'
import { transact, type Work } from '../../server/events/transact.ts'
import { openCallDesk } from '../calls/support.ts'
import type { TestApp } from '../support/app.ts'
import { openClientServer, textOf } from '../support/client-server.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'
import { acceptedChat, type Crm, closeChat, openCrm } from '../webhooks/support.ts'

let app: TestApp
beforeAll(async () => {
  app = await startSwitchboard()
})
afterAll(() => app.close())

test('what concurrent transactions record for one chat leaves in the order of their commits', async () => {
  const { chat, receiver, desk } = await openClientServer(app)
  const chatId = await chat()
  const { user } = desk.operators[0]
  const send = (n: number) =>
    transact(app.services, async (work) => {
      // Some hold their transaction open after they have recorded, while later ones wait for the chat.
      await postMessage(
        work,
        { id: chatId, accountId: desk.account.id },
        messageRow({ author: 'OPERATOR', userId: user.id, type: 'TEXT', text: String(n) }),
      )
      if (n % 3 === 0) await work.tx.$queryRaw`SELECT pg_sleep(0.05)::text`
    })
  await Promise.all(Array.from({ length: 30 }, (_, n) => send(n)))
  await receiver.waitFor(30)
  const messages = await app.services.db.message.findMany({
    where: { chatId, author: 'OPERATOR' },
    orderBy: { seq: 'asc' },
  })
  expect(receiver.requests.map(textOf)).toEqual(messages.map(({ text }) => text))
})

/** Runs `first` in a transaction that stays open until `second` waits for the chat, or has finished without waiting. */
async function overlap(
  first: (work: Work) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  const { later } = await transact(app.services, async (work) => {
    await first(work)
    const later = second()
    await Promise.race([later, untilLocked(app.services.db, '"Chat"')])
    return { later }
  })
  await later
}

/** An accepted chat that no answer of the endpoint locks any more. */
async function quietChat(crm: Crm): Promise<{ id: string }> {
  const chat = await acceptedChat(crm)
  await until(async () => expect(await crm.items()).toMatchObject([{ state: 'SENT' }]))
  return chat
}

/** Closes a chat, and the endpoint has learned of it. */
async function close(crm: Crm, chat: { id: string }): Promise<void> {
  await closeChat(crm, chat)
  await crm.waitFor('chat_finished')
}

const nameVisitor = (crm: Crm, visitorId: string) =>
  updateVisitor(app.services, { viewer: crm.desk.admin.viewer, visitorId, name: 'Anna' })

const received = (crm: Crm) => crm.bodies().map(({ event_name }) => event_name)

async function logOf(chatId: string): Promise<string[]> {
  const kinds = ['VISITOR_UPDATED', 'CALL_STARTED', 'CALL_FAILED', 'CHAT_CLOSED'] as const
  const events = await app.services.db.event.findMany({
    where: { chatId, kind: { in: [...kinds] } },
    orderBy: { id: 'asc' },
  })
  return events.map(({ kind }) => kind)
}

test('a visitor who is changed before their chat is closed is told of before its end', async () => {
  const crm = await openCrm(app)
  const chat = await quietChat(crm)
  const { visitorId } = await crm.desk.chatOf('visitor')
  const visitor = await app.services.db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
  await overlap(
    (work) => recordVisitorUpdate(work, visitor, SYSTEM),
    () => close(crm, chat),
  )
  await until(() => expect(received(crm)).toHaveLength(3))
  expect(received(crm)).toEqual(['chat_accepted', 'chat_updated', 'chat_finished'])
  expect(await logOf(chat.id)).toEqual(['VISITOR_UPDATED', 'CHAT_CLOSED'])
})

test('a visitor who is changed while their chat is being closed has no open chat any more', async () => {
  const crm = await openCrm(app)
  const { id } = await quietChat(crm)
  const { visitorId } = await crm.desk.chatOf('visitor')
  await overlap(
    async (work) => {
      const chat = await lockOpenChat(work.tx, visitorId)
      if (chat) await endChats(work, [chat], SYSTEM)
    },
    () => nameVisitor(crm, visitorId),
  )
  await crm.waitFor('chat_finished')
  const items = await crm.items()
  expect(items.map(({ event }) => event)).toEqual(['chat_accepted', 'chat_finished'])
  expect(await logOf(id)).toEqual(['CHAT_CLOSED'])
  const update = { subjectId: visitorId, kind: 'VISITOR_UPDATED', chatId: null } as const
  expect(await app.services.db.event.count({ where: update })).toBe(1)
})

test('what a visitor who was renamed writes while their chat is being closed begins another', async () => {
  const crm = await openCrm(app)
  const { id } = await quietChat(crm)
  const { visitorId } = await crm.desk.chatOf('visitor')
  const message = { type: 'text', text: 'Are you there?' }
  await overlap(
    async (work) => {
      const chat = await lockOpenChat(work.tx, visitorId)
      if (chat) await endChats(work, [chat], SYSTEM)
    },
    () => crm.desk.post({ sender: { id: 'visitor', name: 'Anna' }, message }),
  )
  const next = await crm.desk.chatOf('visitor')
  expect(next.id).not.toBe(id)
  expect(next.preview).toBe(message.text)
  expect(await logOf(id)).toEqual(['CHAT_CLOSED'])
})

test('a call that changes before its chat is closed is told of before its end', async () => {
  const desk = await openCallDesk(app)
  const crm = await openCrm(app, { desk })
  const call = await desk.call()
  await until(async () => expect(await crm.items()).toMatchObject([{ state: 'SENT' }]))
  const chatId = String(call.chatId)
  await overlap(
    (work) => moveCall(work, call.id, { to: 'ERROR', actor: SYSTEM }),
    () => close(crm, { id: chatId }),
  )
  await crm.waitFor('call_event', 2)
  expect(received(crm)).toEqual(['call_event', 'call_event', 'chat_finished'])
  expect(await logOf(chatId)).toEqual(['CALL_STARTED', 'CALL_FAILED', 'CHAT_CLOSED'])
})

test('a call is locked after its chat, as when visitors are merged, so that neither waits for the other', async () => {
  const desk = await openCallDesk(app)
  const { id, visitorId } = await desk.call()
  const { moved } = await transact(app.services, async ({ tx }) => {
    await lockOpenChat(tx, String(visitorId))
    const moved = transact(app.services, (work) => moveCall(work, id, { to: 'ERROR', actor: SYSTEM }))
    await untilLocked(app.services.db, '"Chat"')
    await tx.call.update({ where: { id }, data: { revision: { increment: 1 } } })
    return { moved }
  })
  expect(await moved).toMatchObject({ id, state: 'ERROR', revision: 3 })
})
