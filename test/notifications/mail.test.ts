import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailUnseenNews } from '../../server/domain/notifications/mail/mail-unseen-news.ts'
import { pushNews } from '../../server/domain/notifications/push/push-news.ts'
import { MINUTE_MS } from '../../server/durations.ts'
import type { Mail } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeChannel } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  // Nobody sends mails here, as no worker runs.
  app = await startTestApp({
    variables: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'support@example.com' },
  })
  await pushNews(app.services)
})
afterAll(() => app.close())

const choose = async (person: Person, settings: Record<string, unknown>) => {
  const { userErrors } = await mutate(
    person.execute,
    'updateNotificationSettings',
    settings,
    'notificationSettings { mailMinutes }',
  )
  expect(userErrors).toEqual([])
}

/** A visitor's chat that the operator answers. */
async function openChat(desk: Desk, operator: Person, visitor: string): Promise<string> {
  await desk.say(visitor, 'Hello')
  const { id } = await desk.chatOf(visitor)
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  return id
}

/** What the workers do when so many minutes have passed. */
async function minutesLater(minutes: number): Promise<void> {
  await pushNews(app.services)
  await mailUnseenNews(app.services, new Date(Date.now() + minutes * MINUTE_MS))
}

const mailsTo = ({ user: { email } }: Person): Promise<Mail[]> =>
  app.services.db.mail.findMany({ where: { recipient: email }, orderBy: { createdAt: 'asc' } })

const linkTo = (chatId: string) => `/inbox/all/${encodeURIComponent(globalId('Chat', chatId))}`

const markRead = async ({ execute }: Person, chatId: string) => {
  const { lastSeq } = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })
  await mutate(execute, 'markChatRead', { chatId: globalId('Chat', chatId), seq: lastSeq })
}

test('what somebody has not seen for as long as they chose is in one mail with all else that is unseen by then, once and without texts', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  await choose(dora, { mailMinutes: 10 })
  const [first, second] = [await openChat(desk, dora, 'Anna'), await openChat(desk, dora, 'Boris')]
  await desk.say('Anna', 'a secret')
  await minutesLater(9)
  expect(await mailsTo(dora)).toEqual([])
  await desk.say('Boris', 'another one')
  await pushNews(app.services)
  const { id: newer } = await desk.chatOf('Boris')
  // That of the other chat is too new to be mailed about alone.
  await app.services.db.unseenNews.updateMany({
    where: { chatId: newer },
    data: { since: new Date(Date.now() + 5 * MINUTE_MS) },
  })
  await Promise.all([minutesLater(11), minutesLater(11), minutesLater(12)])
  const mails = await mailsTo(dora)
  expect(mails.map(({ subject }) => subject)).toEqual([
    `${desk.account.name}: 2 things that you have not seen`,
  ])
  const { text = '', html = '' } = mails[0] ?? {}
  for (const chatId of [first, second]) expect(text).toContain(linkTo(chatId))
  expect(text + html).not.toMatch(/secret|another one|Anna|Boris/)
  await minutesLater(30)
  expect([(await mailsTo(dora)).length, (await mailsTo(max)).length]).toEqual([1, 0])
})

test('what was seen is not mailed, and what comes after it has all its time again', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  await choose(dora, { mailMinutes: 10, mailShowsText: true })
  const chatId = await openChat(desk, dora, 'Anna')
  await desk.say('Anna', 'Is it red?')
  await pushNews(app.services)
  await app.services.db.unseenNews.updateMany({
    where: { chatId },
    data: { since: new Date(Date.now() - 8 * MINUTE_MS) },
  })
  await markRead(dora, chatId)
  await minutesLater(5)
  await desk.say('Anna', 'Or blue?')
  await minutesLater(5)
  expect(await mailsTo(dora)).toEqual([])
  await minutesLater(11)
  const [mail] = await mailsTo(dora)
  expect(mail?.subject).toBe(`${desk.account.name}: A message in your chat`)
  expect(mail?.text).toContain('Or blue?')
  expect(mail?.text).not.toContain('Is it red?')
})

test('the mail of a mention leads to the note itself', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  await choose(dora, { mailMinutes: 10 })
  const chatId = await openChat(desk, dora, 'Anna')
  const idempotencyKey = randomUUID()
  const mentionedIds = [globalId('Operator', dora.user.id)]
  const note = { idempotencyKey, chatId: globalId('Chat', chatId), text: 'Please look', mentionedIds }
  await mutate(max.execute, 'writeNote', note)
  await minutesLater(11)
  const [mail] = await mailsTo(dora)
  const query = `?message=${encodeURIComponent(globalId('Message', idempotencyKey))}`
  expect(mail?.text).toContain(linkTo(chatId) + query)
})

test('in quiet hours a mail waits for their end', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const clock = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString().slice(11, 16)
  await choose(dora, {
    mailMinutes: 5,
    quietHours: { from: clock(-60), to: clock(60), timeZone: 'UTC' },
  })
  await openChat(desk, dora, 'Anna')
  await desk.say('Anna', 'Hello?')
  await minutesLater(30)
  expect(await mailsTo(dora)).toEqual([])
  await minutesLater(62)
  expect(await mailsTo(dora)).toHaveLength(1)
})

test('nobody is mailed of what they do not want by mail, may no longer see, or after they were deactivated', async () => {
  const desk = await openDesk(app, { operators: 3 })
  const [dora, max, eva] = desk.operators as [Person, Person, Person]
  for (const person of [dora, max, eva]) await choose(person, { mailMinutes: 5 })
  await choose(dora, { choices: [{ kind: 'WAITING_CHAT', ways: ['PUSH'] }] })
  await desk.say('Anna', 'Hello')
  await pushNews(app.services)
  await app.services.db.channelOperator.deleteMany({ where: { userId: max.user.id } })
  await mutate(desk.admin.execute, 'deactivateOperator', { id: globalId('Operator', eva.user.id) })
  await minutesLater(6)
  expect(await Promise.all([dora, max, eva].map(mailsTo))).toEqual([[], [], []])
})

test('somebody whose settings cannot be read holds up nobody else’s mail', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  for (const person of [dora, max]) await choose(person, { mailMinutes: 5 })
  await desk.say('Anna', 'Hello')
  await pushNews(app.services)
  const { notifications } = await app.services.db.user.findUniqueOrThrow({ where: { id: dora.user.id } })
  const quietHours = { from: '22:00', to: '07:00', timeZone: 'Nowhere/Else' }
  await app.services.db.user.update({
    where: { id: dora.user.id },
    data: { notifications: { ...(notifications as object), quietHours } },
  })
  await minutesLater(6)
  expect((await Promise.all([dora, max].map(mailsTo))).map(({ length }) => length)).toEqual([0, 1])
})

test('what a visitor wrote is erased from the mails that tell of it, and only theirs', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  await choose(dora, { mailMinutes: 5, mailShowsText: true })
  for (const visitor of ['Anna', 'Boris']) {
    const chatId = await openChat(desk, dora, visitor)
    await desk.say(visitor, `a secret of ${visitor}`)
    await minutesLater(6)
    await mutate(dora.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  }
  expect(await mailsTo(dora)).toHaveLength(2)
  const { id } = await app.services.db.visitor.findFirstOrThrow({
    where: { channelId: desk.channel.id, key: 'Anna' },
  })
  const { userErrors } = await mutate(desk.admin.execute, 'eraseVisitor', { id: globalId('Visitor', id) })
  expect(userErrors).toEqual([])
  const [left, ...others] = await mailsTo(dora)
  expect(left?.text).toContain('a secret of Boris')
  expect(others).toEqual([])
})

test('only the channels that somebody watches tell them of the chats of others', async () => {
  const [desk, other] = [await openDesk(app, { operators: 2 }), await openDesk(app)]
  const [dora, max] = desk.operators as [Person, Person]
  const watch = (channelIds: string[] | null) =>
    mutate(
      dora.execute,
      'updateNotificationSettings',
      { mailMinutes: 5, choices: [{ kind: 'CHANNEL_MESSAGE', ways: ['MAIL'] }], channelIds },
      'notificationSettings { channelIds }',
    )
  const channelId = globalId('Channel', desk.channel.id)
  const quiet = await makeChannel(app.services, { accountId: desk.account.id, operatorIds: [dora.user.id] })
  expect((await watch([])).userErrors).toMatchObject([{ code: 'INVALID', field: ['input', 'channelIds'] }])
  expect((await watch([channelId])).notificationSettings).toEqual({ channelIds: [channelId] })
  expect((await watch([channelId, globalId('Channel', other.channel.id)])).userErrors).toMatchObject([
    { code: 'NOT_FOUND', field: ['input', 'channelIds', '1'] },
  ])
  const chatId = await openChat(desk, max, randomUUID())
  const { key } = await app.services.db.visitor.findFirstOrThrow({
    where: { chats: { some: { id: chatId } } },
  })
  const countMails = async () => {
    await desk.say(key, 'Hello?')
    await minutesLater(6)
    return (await mailsTo(dora)).filter(({ text }) => text.includes(linkTo(chatId))).length
  }
  await watch([globalId('Channel', quiet.id)])
  expect(await countMails()).toBe(0)
  // One that is no longer theirs holds up nothing else: the page sends what it has.
  await watch([channelId])
  await app.services.db.channelOperator.deleteMany({ where: { userId: dora.user.id } })
  expect((await watch([channelId])).userErrors).toEqual([])
  await app.services.db.channelOperator.create({
    data: { channelId: desk.channel.id, userId: dora.user.id },
  })
  await watch([channelId])
  expect(await countMails()).toBe(1)
  await watch(null)
  expect(await countMails()).toBe(2)
})
