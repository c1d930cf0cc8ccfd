import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeReplies } from '../../server/domain/mail/replies/compose-replies.ts'
import { findUnseen } from '../../server/domain/mail/replies/find-unseen.ts'
import { mailUnseenReplies } from '../../server/domain/mail/replies/mail-unseen-replies.ts'
import { unsubscribeUrl } from '../../server/domain/mail/replies/unsubscribe-token.ts'
import { MINUTE_MS } from '../../server/durations.ts'
import type { Channel } from '../../server/generated/prisma/client.ts'
import type { TestApp } from '../support/app.ts'
import { breakChat } from '../support/break-chat.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { type Browser, makeWidget, openBrowser, openWidgetFeed, write } from '../support/widget.ts'
import { waitBetweenAttempts } from './support.ts'

let server: MailServer
let app: TestApp
beforeAll(async () => {
  server = await startMailServer()
  app = await startSwitchboard({ variables: { SMTP_URL: server.url, MAIL_FROM: 'support@example.com' } })
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

interface Conversation {
  desk: Desk
  widget: Channel
  browser: Browser
  chatId: string
  /** The visitor's address. */
  email: string
  say(text: string): Promise<string>
}

const MAILING = { mailsReplies: true, mailRepliesMinutes: 5 }

/** A visitor of a website who has written, left an address, and closed the page. */
async function conversation(settings: object = MAILING, opening: object = {}): Promise<Conversation> {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const { account } = desk
  const widget = await makeWidget(app.services, {
    accountId: account.id,
    operatorIds: [operator.user.id],
    settings,
  })
  const browser = await openBrowser(app.url, widget.publicId, opening)
  const { chatId } = await write(browser, 'Is it in stock?')
  const email = `${randomUUID()}@example.org`
  await mutate(browser.execute, 'setContactInfo', { email })
  return { desk, widget, browser, chatId, email, say: (text) => reply(operator, chatId, text) }
}

/** What the job does, as if it ran so many minutes later. */
const minutesLater = (minutes: number) =>
  mailUnseenReplies(app.services, { betweenPagesMs: 0, now: new Date(Date.now() + minutes * MINUTE_MS) })

const mailsTo = (email: string) => server.mails.filter(({ to }) => to.includes(email))
const itemsOf = (chatId: string) =>
  app.services.db.outboxItem.findMany({ where: { chatId, kind: 'REPLY_MAIL' }, orderBy: { position: 'asc' } })
const headerOf = (mail: { headers: [string, string][] } | undefined, name: string) =>
  mail?.headers.find(([header]) => header === name)?.[1]
const markSeen = ({ browser, chatId }: Conversation, seq: number) =>
  mutate(browser.execute, 'markMessagesSeen', { chatId, seq })

test('replies to a visitor who has left go out as one mail, each once', async () => {
  const talk = await conversation()
  const [operator] = talk.desk.operators
  await talk.say('Yes, we have <three> of them.')
  await talk.say('Shall I put one aside?')
  await minutesLater(4)
  expect(await itemsOf(talk.chatId)).toEqual([])
  await minutesLater(6)
  const [mail] = await server.waitFor(talk.email)
  expect(headerOf(mail, 'subject')).toBe(`Your conversation with ${talk.desk.account.name}`)
  expect(headerOf(mail, 'from')).toContain('support@example.com')
  expect(mail?.text).toMatch(
    new RegExp(
      `${operator.user.name}, .+ UTC\\nYes, we have <three> of them\\.\\n\\n${operator.user.name}, .+ UTC\\nShall I`,
    ),
  )
  expect(mail?.text).not.toContain('Is it in stock?')
  expect(mail?.html).toContain('We have'.toLowerCase())
  expect(mail?.text).toContain('https://shop.example/')
  await expect.poll(async () => (await itemsOf(talk.chatId)).map(({ state }) => state)).toEqual(['SENT'])
  await Promise.all([minutesLater(8), minutesLater(8), minutesLater(9)])
  expect(mailsTo(talk.email)).toHaveLength(1)

  await talk.say('It is still here.')
  await minutesLater(6)
  const [, second] = await server.waitFor(talk.email, 2)
  expect(second?.text).toContain('It is still here.')
  expect(second?.text).not.toContain('three')
  // Mail programs show both as one conversation.
  expect(headerOf(second, 'in-reply-to')).toBe(headerOf(mail, 'in-reply-to'))
  expect(headerOf(second, 'message-id')).not.toBe(headerOf(mail, 'message-id'))
})

test('replies are mailed to an address with letters such as ä, too, until it ends them', async () => {
  const talk = await conversation()
  const { db, env } = app.services
  const accountId = talk.desk.account.id
  const email = `änn-${randomUUID()}@exämple.org`
  await mutate(talk.browser.execute, 'setContactInfo', { email })
  await talk.say('Yes, it is.')
  await minutesLater(6)
  await expect.poll(() => db.mail.count({ where: { recipient: email } })).toBe(1)
  await talk.say('Is it there?')
  const isDue = async () => {
    const unseen = await findUnseen(db, new Date(Date.now() + 6 * MINUTE_MS))
    return unseen.some(({ id }) => id === talk.chatId)
  }
  expect(await isDue()).toBe(true)
  const { pathname } = new URL(unsubscribeUrl(env, { accountId, email }))
  await fetch(app.url + pathname, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  expect(await isDue()).toBe(false)
})

test('of more than a hundred replies the last hundred are mailed, and the mail says so', async () => {
  const talk = await conversation()
  const texts = Array.from({ length: 101 }, (_, n) => `Reply ${n + 1}.`)
  for (const text of texts.slice(0, 100)) await talk.say(text)
  const { db, env } = app.services
  const { lastSeq: until } = await db.chat.findUniqueOrThrow({ where: { id: talk.chatId } })
  const all = await composeReplies({ env }, db, { chatId: talk.chatId, after: 0, until })
  expect(JSON.stringify(all)).not.toContain('only the last')
  await talk.say(texts[100] as string)
  await minutesLater(6)
  const [mail] = await server.waitFor(talk.email)
  expect(mail?.text).toMatch(/^This e-mail contains only the last 100 replies\./)
  expect(mail?.text.match(/Reply \d+\./g)).toEqual(texts.slice(1))
})

test('operators see which replies went by mail, also live', async () => {
  const talk = await conversation()
  const [{ execute }] = talk.desk.operators
  await talk.say('Here is the answer')
  await minutesLater(6)
  await server.waitFor(talk.email)
  const read = `query ($id: ID!) { node(id: $id) { ... on Chat { messages(first: 20) { edges { node { text mailedAt } } } } } }`
  const mailed = async () => {
    const { data } = await execute(read, { id: globalId('Chat', talk.chatId) })
    return data.node.messages.edges
      .filter(({ node }: { node: { mailedAt: string | null } }) => node.mailedAt)
      .map(({ node }: { node: { text: string } }) => node.text)
  }
  await expect.poll(mailed).toEqual(['Here is the answer'])
  const events = await app.services.db.event.findMany({
    where: { chatId: talk.chatId, kind: 'MESSAGES_MAILED' },
  })
  expect(events).toMatchObject([
    { visitorId: null, actorType: 'SYSTEM', data: { seqs: [expect.any(Number)] } },
  ])
})

test('a visitor who is on the website gets no mail; when they leave without reading, they do', async () => {
  const talk = await conversation()
  const feed = await openWidgetFeed(app.url, talk.browser.token)
  await expect.poll(() => app.services.visitorPresence.count([talk.widget.id])).toBe(1)
  await talk.say('Are you still there?')
  await feed.waitFor('VisitMessageCreated', ({ message }) => message.author === 'OPERATOR')
  await minutesLater(30)
  expect(await itemsOf(talk.chatId)).toEqual([])
  await feed.close()
  await expect.poll(() => app.services.visitorPresence.count([talk.widget.id])).toBe(0)
  await minutesLater(30)
  expect((await server.waitFor(talk.email))[0]?.text).toContain('Are you still there?')
})

test('what the visitor has seen is left out, and nothing is sent when they have seen all', async () => {
  const talk = await conversation()
  await talk.say('First')
  const { lastSeq } = await app.services.db.chat.findUniqueOrThrow({ where: { id: talk.chatId } })
  await markSeen(talk, lastSeq)
  await minutesLater(6)
  expect(await itemsOf(talk.chatId)).toEqual([])
  await talk.say('Second')
  await minutesLater(6)
  const [mail] = await server.waitFor(talk.email)
  expect(mail?.text).toContain('Second')
  expect(mail?.text).not.toContain('First')
})

test('while the mail server refuses, what the visitor sees is left out of the next attempt', async () => {
  const talk = await conversation()
  server.reply({ rcpt: 450 })
  await talk.say('First')
  const { lastSeq } = await app.services.db.chat.findUniqueOrThrow({ where: { id: talk.chatId } })
  await talk.say('Second')
  await minutesLater(6)
  await expect.poll(async () => (await itemsOf(talk.chatId))[0]?.attempts).toBe(1)
  server.reply({})
  await markSeen(talk, lastSeq)
  const [item] = await itemsOf(talk.chatId)
  await waitBetweenAttempts(app.services, item?.id ?? '')
  const [mail] = await server.waitFor(talk.email)
  expect(mail?.text).toContain('Second')
  expect(mail?.text).not.toContain('First')
  const mailed = { chatId: talk.chatId, mailedAt: { not: null } }
  await expect
    .poll(() => app.services.db.message.findMany({ where: mailed, select: { text: true } }))
    .toEqual([{ text: 'Second' }])
})

test('while the mail server refuses, what is edited is mailed as it is by the next attempt', async () => {
  const talk = await conversation()
  server.reply({ rcpt: 450 })
  const id = await talk.say('It costs 10')
  await minutesLater(6)
  await expect.poll(async () => (await itemsOf(talk.chatId))[0]?.attempts).toBe(1)
  server.reply({})
  const { execute } = talk.desk.operators[0]
  await mutate(execute, 'editMessage', { id: globalId('Message', id), text: 'It costs 100' })
  const [item] = await itemsOf(talk.chatId)
  await waitBetweenAttempts(app.services, item?.id ?? '')
  const [mail] = await server.waitFor(talk.email)
  for (const body of [mail?.text, mail?.html]) expect(body).toContain('It costs 100')
})

test('a chat whose replies cannot be mailed at the moment keeps no other from it', async () => {
  const [broken, other] = [await conversation(), await conversation()]
  await other.say('To you')
  await broken.say('And to you')
  const mend = await breakChat(app.services.db, broken.chatId)
  await minutesLater(6)
  expect((await server.waitFor(other.email))[0]?.text).toContain('To you')
  expect(await itemsOf(broken.chatId)).toEqual([])
  await mend()
  await minutesLater(6)
  expect((await server.waitFor(broken.email))[0]?.text).toContain('And to you')
})

test('however many of one account are to be mailed, those of the others have their turn', async () => {
  const other = await conversation()
  await other.say('Yes, it is.')
  const many = await conversation()
  await many.say('Yes, it is.')
  const chatIds = [many.chatId]
  for (let further = 0; further < 2; further++) {
    const browser = await openBrowser(app.url, many.widget.publicId)
    const { chatId } = await write(browser, 'Is it in stock?')
    await mutate(browser.execute, 'setContactInfo', { email: `${randomUUID()}@example.org` })
    await reply(many.desk.operators[0], chatId, 'Yes, it is.')
    chatIds.push(chatId)
  }
  const found = await findUnseen(app.services.db, new Date(Date.now() + 6 * MINUTE_MS))
  const ours = found.map(({ id }) => id).filter((id) => [other.chatId, ...chatIds].includes(id))
  expect(ours).toEqual([chatIds[2], other.chatId, chatIds[1], chatIds[0]])
})

/** A conversation with a mail that was put off once. `untilSkipped` lets it be tried again, which must send nothing. */
async function mailPutOff() {
  const talk = await conversation()
  server.reply({ rcpt: 450 })
  await talk.say('First')
  await minutesLater(6)
  await expect.poll(async () => (await itemsOf(talk.chatId))[0]?.attempts).toBe(1)
  server.reply({})
  const untilSkipped = async () => {
    const [item] = await itemsOf(talk.chatId)
    await waitBetweenAttempts(app.services, item?.id ?? '')
    await expect.poll(async () => (await itemsOf(talk.chatId))[0]?.state).toBe('SKIPPED')
    expect(mailsTo(talk.email)).toEqual([])
  }
  return { ...talk, untilSkipped }
}

test('a mail is not sent any more when the visitor has come back and read everything', async () => {
  const { browser, untilSkipped } = await mailPutOff()
  // Whoever writes has read what was said before.
  await write(browser, 'I am back')
  await untilSkipped()
})

test('a mail that waits for its next attempt is not sent to whoever ends such mails meanwhile', async () => {
  const { desk, email, untilSkipped } = await mailPutOff()
  const { pathname } = new URL(unsubscribeUrl(app.services.env, { accountId: desk.account.id, email }))
  await fetch(app.url + pathname, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  await untilSkipped()
})

test('what was deleted, and what the visitor has cleared, is in no mail', async () => {
  const talk = await conversation()
  await talk.say('Cleared')
  await mutate(talk.browser.execute, 'clearHistory')
  const id = globalId('Message', await talk.say('Deleted'))
  await mutate(talk.desk.operators[0].execute, 'deleteMessage', { id })
  await talk.say('Left')
  await minutesLater(6)
  const [mail] = await server.waitFor(talk.email)
  expect(mail?.text.match(/ UTC\n.*/g)).toEqual([' UTC\nLeft'])
})

test('nothing is mailed to the blacklisted, of a website that was deleted, or after a day', async () => {
  const talks = [await conversation(), await conversation(), await conversation()] as const
  for (const talk of talks) await talk.say('Yes, it is.')
  await minutesLater(24 * 60 + 1)
  const [blacklisted, deleted, other] = talks
  const { visitorId } = await app.services.db.chat.findUniqueOrThrow({ where: { id: blacklisted.chatId } })
  const id = globalId('Visitor', visitorId)
  await mutate(blacklisted.desk.admin.execute, 'blacklistVisitor', { id, reason: 'Spam' })
  await mutate(deleted.desk.admin.execute, 'deleteChannel', { id: globalId('Channel', deleted.widget.id) })
  expect((await Promise.all(talks.map(({ chatId }) => itemsOf(chatId)))).flat()).toEqual([])
  await minutesLater(6)
  const mailed = await Promise.all(talks.map(async ({ chatId }) => (await itemsOf(chatId)).length))
  expect(mailed).toEqual([0, 0, 1])
  await server.waitFor(other.email)
})

test('notes, notices and bots are never mailed, and nothing is without the setting or an address', async () => {
  const talk = await conversation()
  const [{ execute }] = talk.desk.operators
  const chatId = globalId('Chat', talk.chatId)
  await mutate(execute, 'acceptChat', { chatId })
  await mutate(execute, 'writeNote', { idempotencyKey: randomUUID(), chatId, text: 'A secret' })
  await minutesLater(6)
  expect(await itemsOf(talk.chatId)).toEqual([])

  const off = await conversation({})
  await off.say('Nobody mails this')
  const unknown = await conversation()
  await app.services.db.visitor.updateMany({ where: { channelId: unknown.widget.id }, data: { email: null } })
  await unknown.say('Nor this')
  await minutesLater(6)
  expect([...(await itemsOf(off.chatId)), ...(await itemsOf(unknown.chatId))]).toEqual([])
})

test('the last reply of a closed chat is mailed too', async () => {
  const talk = await conversation()
  await talk.say('Goodbye then')
  await mutate(talk.desk.operators[0].execute, 'closeChat', { chatId: globalId('Chat', talk.chatId) })
  await minutesLater(6)
  expect((await server.waitFor(talk.email))[0]?.text).toContain('Goodbye then')
})

test('the mail is in the language of the visitor, from the name in the settings, and leads to the widget’s websites only', async () => {
  const settings = {
    ...MAILING,
    locale: 'fr',
    mailSenderName: 'Ann of Shop',
    origins: ['https://shop.example'],
  }
  const talk = await conversation(settings, { origin: 'https://shop.example', url: 'https://evil.example/' })
  const { channelId } = await app.services.db.chat.findUniqueOrThrow({ where: { id: talk.chatId } })
  await talk.say('Bonjour')
  await minutesLater(6)
  const [french] = await server.waitFor(talk.email)
  expect(headerOf(french, 'from')).toContain('Ann of Shop')
  expect(french?.text).toContain('Vous recevez cet e-mail')
  expect(french?.text).not.toContain('evil.example')
  expect(french?.html).toContain('<html lang="fr" dir="ltr">')
  await app.services.db.visit.updateMany({ where: { channelId }, data: { language: 'ar-EG' } })
  await talk.say('مرحبا')
  await minutesLater(6)
  const [, arabic] = await server.waitFor(talk.email, 2)
  expect(arabic?.html).toContain('<html lang="ar" dir="rtl">')
  // Mapudungun is not Arabic, and no language has a variant of two digits: both get the widget's.
  for (const [count, language] of [
    [3, 'arn-CL'],
    [4, 'de-12'],
  ] as const) {
    await app.services.db.visit.updateMany({ where: { channelId }, data: { language } })
    await talk.say('Bonsoir')
    await minutesLater(6)
    expect((await server.waitFor(talk.email, count)).at(-1)?.html).toContain('<html lang="fr" dir="ltr">')
  }
})

test('the page of a visit tells the language that the browser asks for', async () => {
  const desk = await openDesk(app)
  const widget = await makeWidget(app.services, { accountId: desk.account.id })
  const { body } = {
    body: JSON.stringify({
      query: 'mutation ($input: StartVisitInput!) { startVisit(input: $input) { userErrors { code } } }',
      variables: { input: { widgetId: widget.publicId, page: { url: 'https://shop.example/', title: '' } } },
    }),
  }
  await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-svc-widget': widget.publicId,
      'accept-language': 'pt-BR,pt;q=0.9',
    },
    body,
  })
  const visits = await app.services.db.visit.findMany({ where: { channelId: widget.id } })
  expect(visits.map(({ language }) => language)).toEqual(['pt-BR'])
})

test('one click ends the mails for an address, whoever gives it, and the page says so', async () => {
  const talk = await conversation()
  await talk.say('First')
  await minutesLater(6)
  const [mail] = await server.waitFor(talk.email)
  expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const url = headerOf(mail, 'list-unsubscribe')?.slice(1, -1) ?? ''
  expect(mail?.text).toContain(url)
  const address = app.url + new URL(url).pathname
  const company = talk.desk.account.name
  // Programs look at links before people do.
  const looked = await fetch(address)
  // No other page can have somebody press its button.
  expect(looked.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(await looked.text()).toContain(`Do you want to stop getting replies from ${company} by e-mail?`)
  expect(
    await app.services.db.unsubscribedAddress.count({ where: { accountId: talk.desk.account.id } }),
  ).toBe(0)
  const post = (body: string) =>
    fetch(address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' },
    })
  const done = await post('List-Unsubscribe=One-Click')
  expect(done.status).toBe(200)
  expect(await done.text()).toContain(`Sie erhalten keine Antworten von ${company} per E-Mail mehr.`)
  await talk.say('Second')
  await minutesLater(6)
  const other = await openBrowser(app.url, talk.widget.publicId)
  const { chatId } = await write(other, 'Hello')
  await mutate(other.execute, 'setContactInfo', { email: talk.email.toUpperCase() })
  await reply(talk.desk.operators[0], chatId, 'To somebody with the same address')
  await minutesLater(6)
  expect([(await itemsOf(talk.chatId)).length, (await itemsOf(chatId)).length]).toEqual([1, 0])

  expect(await (await post('subscribe=1')).text()).toContain('wieder per E-Mail')
  await minutesLater(6)
  // Two chats with this address are mailed now, in no order.
  const texts = (await server.waitFor(talk.email, 3)).map(({ text }) => text).join()
  expect(texts).toContain('Second')
  expect(texts).toContain('To somebody with the same address')
  expect((await fetch(`${address}x`)).status).toBe(404)
})

test('an operator can write to a visitor who has left, and the mail takes it to them', async () => {
  const talk = await conversation()
  const [{ execute }] = talk.desk.operators
  await mutate(execute, 'closeChat', { chatId: globalId('Chat', talk.chatId) })
  const { visitorId } = await app.services.db.chat.findUniqueOrThrow({ where: { id: talk.chatId } })
  const reason = async () => {
    const query = 'query ($id: ID!) { node(id: $id) { ... on Visitor { unreachableReason } } }'
    return (await execute(query, { id: globalId('Visitor', visitorId) })).data.node.unreachableReason
  }
  expect(await reason()).toBeNull()
  const input = {
    idempotencyKey: randomUUID(),
    visitorId: globalId('Visitor', visitorId),
    text: 'It is back in stock',
  }
  expect((await mutate(execute, 'startChat', input, 'message { text }')).userErrors).toEqual([])
  await minutesLater(6)
  const [mail] = await server.waitFor(talk.email)
  expect(mail?.text).toContain('It is back in stock')
  const { pathname } = new URL(headerOf(mail, 'list-unsubscribe')?.slice(1, -1) ?? '')
  await fetch(app.url + pathname, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  expect(await reason()).toBe('UNSUBSCRIBED')
})

test('admins set it up within its limits', async () => {
  const desk = await openDesk(app)
  const widget = await makeWidget(app.services, { accountId: desk.account.id })
  const update = (settings: object) =>
    mutate(
      desk.admin.execute,
      'updateChannel',
      { id: globalId('Channel', widget.id), settings: { widget: settings } },
      'channel { settings { ... on WidgetSettings { mailsReplies mailRepliesMinutes mailSenderName } } }',
    )
  const { channel } = await update({ mailsReplies: true, mailRepliesMinutes: 15, mailSenderName: ' Shop ' })
  expect(channel.settings).toEqual({ mailsReplies: true, mailRepliesMinutes: 15, mailSenderName: 'Shop' })
  const wrong = await update({ mailRepliesMinutes: 0, mailSenderName: 'a\nb' })
  expect(wrong.userErrors.map(({ field }: { field: string[] }) => field.at(-1)).toSorted()).toEqual([
    'mailRepliesMinutes',
    'mailSenderName',
  ])
})
