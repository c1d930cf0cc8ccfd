import type { Page } from 'playwright-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createVisitorToken } from '../../../server/domain/visitors/visitor-token.ts'
import { DAY_MS } from '../../../server/durations.ts'
import { reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { openSocket } from '../../support/graphql-socket.ts'
import { openBrowser, write } from '../../support/widget.ts'
import { pressWhileComposing, SOON, withBrowser } from '../support.ts'
import { callApi, launcherOf, namesOn, openShop, visitPage } from './support.ts'
import { accept, choose, close, fieldOf, messageOf, openVisit, say } from './window-support.ts'

const { app, browser } = withBrowser()

/** The region whose news screen readers read out, because it is there before them. */
const newsOf = (page: Page) => page.locator('.content [aria-live]').elementHandle(SOON)

test('both sides see what the other writes, that they type, and how far it has come', async () => {
  const { page, desk, operator, chat, problems } = await openVisit(app, browser)
  await page.getByText('Hello! How can we help you?').waitFor()
  await say(page, 'Do you have it in blue?')
  await messageOf(page, 'Do you have it in blue?').getByText('Sent').waitFor(SOON)
  await page.getByText('You are number 1 in the queue.').waitFor(SOON)
  const region = await newsOf(page)

  const opened = await chat()
  const chatId = globalId('Chat', opened.id)
  await accept(desk, opened)
  await page.getByRole('heading', { name: operator.user.name }).waitFor(SOON)
  await expect.poll(() => page.getByText('in the queue').count(), SOON).toBe(0)
  const joined = page.getByText(`${operator.user.name} has joined the conversation.`)
  await joined.waitFor(SOON)
  expect(await region?.textContent()).toBe(await joined.textContent())
  await mutate(operator.execute, 'markChatRead', { chatId, seq: opened.lastSeq })
  await messageOf(page, 'Do you have it in blue?').getByText('Read').waitFor(SOON)
  await mutate(operator.execute, 'setTyping', { chatId, typing: true })
  await page.getByText(`${operator.user.name} is typing…`).waitFor(SOON)
  const screen = openSocket(app.url, { cookie: operator.cookie })
  onTestFinished(() => screen.close())
  const signals = screen.collect('subscription { signals { ... on TypingChanged { typing } } }')
  await screen.execute('{ viewer { email } }')
  await fieldOf(page).fill('Or in gr')
  await fieldOf(page).fill('')
  await expect
    .poll(() => signals.map((each) => each.signals.typing).filter((typing) => typing !== undefined), SOON)
    .toEqual([true, false])

  await reply(operator, opened.id, 'Yes: https://shop.example/blue.')
  const answer = messageOf(page, 'Yes:')
  await answer.getByRole('link', { name: 'https://shop.example/blue' }).waitFor(SOON)
  await expect
    .poll(() => answer.getByRole('link').getAttribute('href'), SOON)
    .toBe('https://shop.example/blue')
  await expect.poll(() => page.getByText('is typing…').count(), SOON).toBe(0)
  await expect.poll(() => joined.count(), SOON).toBe(0)
  await vi.waitFor(async () => {
    expect((await chat()).seenSeq).toBe((await chat()).lastSeq)
  }, SOON)
  expect(problems).toEqual([])
})

test('what was said is there on the next page, and earlier messages come when somebody scrolls up to them', async () => {
  const { page, url, chat, desk, operator } = await openVisit(app, browser)
  await say(page, 'The first of many')
  const opened = await chat()
  await accept(desk, opened)
  for (let count = 1; count <= 70; count++) await reply(operator, opened.id, `Answer ${count}.`)
  await messageOf(page, 'Answer 70.').waitFor(SOON)

  await page.goto(`${url}/elsewhere`)
  await messageOf(page, 'Answer 70.').waitFor(SOON)
  await expect.poll(() => messageOf(page, 'The first of many').count(), SOON).toBe(0)
  const list = page.getByRole('region', { name: 'Conversation' })
  const placeOf = (text: string) =>
    messageOf(page, text).evaluate((row) => Math.round(row.getBoundingClientRect().top))
  const below = () => list.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight)
  await expect.poll(below, SOON).toBeLessThan(2)
  await list.evaluate((element) => element.scrollTo({ top: 70 }))
  const before = await placeOf('Answer 42.')
  await list.evaluate((element) => element.scrollTo({ top: 50 }))
  await messageOf(page, 'Answer 20.').waitFor(SOON)
  // It was scrolled by 20 pixels; nothing else has moved what is being read.
  await expect
    .poll(async () => Math.abs((await placeOf('Answer 42.')) - before - 20), SOON)
    .toBeLessThanOrEqual(2)
  await list.focus()
  await vi.waitFor(async () => {
    await page.keyboard.press('Home')
    expect(await messageOf(page, 'The first of many').count()).toBe(1)
  }, SOON)
  await expect.poll(() => page.getByText('Show earlier messages').count(), SOON).toBe(0)
})

/** A chat whose window stands at the end of more than it can show. */
async function openLongChat() {
  const visit = await openVisit(app, browser)
  const { page, chat, desk, operator } = visit
  await say(page, 'Hello')
  const opened = await chat()
  await accept(desk, opened)
  await reply(operator, opened.id, 'line\n'.repeat(80))
  const list = page.getByRole('region', { name: 'Conversation' })
  await vi.waitFor(async () => expect(await list.evaluate((one) => one.scrollTop)).toBeGreaterThan(500), SOON)
  return { ...visit, opened, list }
}

test('whoever reads further up is told of a new message, and stays where they are', async () => {
  const { page, chat, operator, opened, list } = await openLongChat()
  await list.evaluate((element) => element.scrollTo({ top: 100 }))
  await reply(operator, opened.id, 'Are you still there?')
  const pill = page.getByRole('button', { name: 'New messages' })
  await pill.waitFor(SOON)
  await expect.poll(() => list.evaluate((element) => element.scrollTop), SOON).toBe(100)
  expect((await chat()).seenSeq).toBeLessThan((await chat()).lastSeq)
  await pill.click()
  await pill.waitFor({ state: 'detached' })
  await vi.waitFor(async () => expect((await chat()).seenSeq).toBe((await chat()).lastSeq), SOON)
})

test('whoever goes up in the moment in which a message comes is told of it, too', async () => {
  const { page, operator, opened, list } = await openLongChat()
  await list.evaluate((element) => {
    const goUp = new MutationObserver(() => element.scrollTo({ top: 100 }))
    goUp.observe(element.querySelector('ol') as Element, { childList: true })
  })
  await reply(operator, opened.id, 'Are you still there?')
  await page.getByRole('button', { name: 'New messages' }).waitFor(SOON)
  await expect.poll(() => list.evaluate((element) => element.scrollTop), SOON).toBe(100)
})

test('a chat that was closed can be rated, with a comment, and the next message opens another', async () => {
  const { page, chat, desk, problems } = await openVisit(app, browser)
  await say(page, 'Hello')
  const first = await chat()
  const region = await newsOf(page)
  await accept(desk, first)
  await close(desk, first)
  const ended = page.getByText('This chat has ended.')
  await ended.waitFor(SOON)
  expect(await region?.textContent()).toBe(await ended.textContent())
  await page.getByRole('button', { name: 'Not good' }).click()
  await vi.waitFor(async () => expect((await chat()).rating).toBe('NEGATIVE'), SOON)
  await page.getByRole('textbox', { name: 'What was good or bad?' }).fill('Too short')
  await page.getByRole('button', { name: 'Send' }).first().click()
  await page.getByText('Thank you for your rating.').waitFor(SOON)
  expect(await chat()).toMatchObject({ rating: 'NEGATIVE', ratingComment: 'Too short' })
  await say(page, 'One more thing')
  await chat(({ id }) => id !== first.id)
  await messageOf(page, 'One more thing').getByText('Sent').waitFor(SOON)
  await ended.waitFor({ state: 'detached', ...SOON })
  expect(problems).toEqual([])
})

test('what is added to a rating while it is being sent can be sent, too', async () => {
  const { page, chat, desk } = await openVisit(app, browser)
  await say(page, 'Hello')
  await accept(desk, await chat())
  await close(desk, await chat())
  const comment = page.getByRole('textbox', { name: 'What was good or bad?' })
  const send = page.getByRole('button', { name: 'Send' }).first()
  await page.getByRole('button', { name: 'Not good' }).click()
  await comment.fill('Too short')
  let isAnswered = false
  await page.route(`${app.url}/graphql`, async (route) => {
    const response = await route.fetch()
    const isFirst = route.request().postData()?.includes('"Too short"')
    if (isFirst) await comment.fill('Too short, and too late')
    await route.fulfill({ response })
    if (isFirst) isAnswered = true
  })
  await send.click()
  await expect.poll(() => isAnswered, SOON).toBe(true)
  // What is read after it comes after it.
  await callApi(page, 'isCallbackEnabled')
  await send.click()
  await expect.poll(async () => (await chat()).ratingComment, SOON).toBe('Too short, and too late')
  await page.getByText('Thank you for your rating.').waitFor(SOON)
})

test('a chat that was rated says so after a reload and in every tab, and keeps its comment when the rating changes', async () => {
  const { page, context, url, chat, desk } = await openVisit(app, browser)
  await say(page, 'Hello')
  await accept(desk, await chat())
  await close(desk, await chat())
  const other = await visitPage(context, url)
  await launcherOf(other).click()
  await other.getByRole('button', { name: 'Your conversation' }).click(SOON)
  for (const tab of [page, other]) await tab.getByText('How was this conversation?').waitFor(SOON)
  const good = page.getByRole('button', { name: 'Good', exact: true })
  await good.click()
  await page.getByRole('textbox', { name: 'What was good or bad?' }).fill('Quick')
  await page.getByRole('button', { name: 'Send' }).first().click()
  const isRated = (tab: Page) => tab.getByText('Thank you for your rating.').waitFor(SOON)
  for (const tab of [page, other]) await isRated(tab)
  await expect
    .poll(() => good.evaluate((one) => (one.getRootNode() as ShadowRoot).activeElement === one), SOON)
    .toBe(true)
  await page.reload()
  await isRated(page)
  await expect.poll(() => good.getAttribute('aria-pressed'), SOON).toBe('true')
  for (const tab of [page, other]) {
    await expect.poll(() => tab.getByText('How was this conversation?').count(), SOON).toBe(0)
  }
  await page.getByRole('button', { name: 'Not good' }).click()
  await vi.waitFor(async () => expect((await chat()).rating).toBe('NEGATIVE'), SOON)
  expect((await chat()).ratingComment).toBe('Quick')
})

test('a blacklisted visitor sees what everybody sees whom nobody has answered yet, and reaches nobody', async () => {
  const { page, desk, widget, problems } = await openVisit(app, browser)
  const { db } = app.services
  const { id } = await db.visitor.findFirstOrThrow({ where: { channelId: widget.id } })
  const visitorId = globalId('Visitor', id)
  await mutate(desk.admin.execute, 'blacklistVisitor', { id: visitorId, reason: 'spam' })
  const seesAll = async () => {
    for (const text of ['Buy this', 'And this']) await messageOf(page, text).waitFor(SOON)
    await messageOf(page, 'And this').getByText('Sent').waitFor(SOON)
    await page.getByText('You are number 1 in the queue.').waitFor(SOON)
    await expect.poll(() => page.getByText('Read', { exact: true }).count(), SOON).toBe(0)
  }
  await say(page, 'Buy this')
  await say(page, 'And this')
  await seesAll()
  await expect
    .poll(async () => (await namesOn(page)).filter((name) => name === 'svc_onClientStartChat'), SOON)
    .toHaveLength(1)
  await page.reload()
  await seesAll()
  await expect.poll(() => db.chat.count({ where: { channelId: widget.id } }), SOON).toBe(0)

  await callApi(page, 'clearHistory')
  await messageOf(page, 'Buy this').waitFor({ state: 'detached', ...SOON })
  await say(page, 'Once more')
  await messageOf(page, 'Once more').getByText('Sent').waitFor(SOON)
  await page.reload()
  await messageOf(page, 'Once more').waitFor(SOON)
  await expect.poll(() => messageOf(page, 'Buy this').count(), SOON).toBe(0)

  await mutate(desk.admin.execute, 'unblacklistVisitor', { id: visitorId })
  await say(page, 'Sorry')
  await messageOf(page, 'Sorry').getByText('Sent').waitFor(SOON)
  expect(await db.message.findMany({ where: { chat: { visitorId: id } } })).toMatchObject([{ text: 'Sorry' }])
  await page.reload()
  await messageOf(page, 'Sorry').waitFor(SOON)
  await expect.poll(() => messageOf(page, 'Once more').count(), SOON).toBe(0)
  expect(problems).toEqual([])
})

test('what is sent while the network is away goes out when it is back: all of it, in its order, once', async () => {
  const { page, context, chat, written } = await openVisit(app, browser)
  await say(page, 'One')
  await messageOf(page, 'One').getByText('Sent').waitFor(SOON)
  // Screen readers read out what comes into a region that is there.
  const region = await page.locator('header + [role=status]').elementHandle()
  await context.setOffline(true)
  for (const text of ['Two', 'Three', 'Four']) await say(page, text)
  await messageOf(page, 'Four').getByText('Sending…').waitFor()
  const lost = page.getByText('No connection. Your messages will be sent as soon as it is back.')
  await lost.waitFor(SOON)
  expect(await region?.textContent()).toBe(await lost.textContent())
  expect(await written()).toHaveLength(1)
  await context.setOffline(false)
  await messageOf(page, 'Four').getByText('Sent').waitFor(SOON)
  await lost.waitFor({ state: 'detached', ...SOON })
  expect((await written()).map(({ text }) => text)).toEqual(['One', 'Two', 'Three', 'Four'])
  for (const text of ['One', 'Two', 'Three', 'Four']) expect(await messageOf(page, text).count()).toBe(1)
  expect((await chat()).status).toBe('QUEUED')
})

test('a message whose answer was lost is sent again, and is one message', async () => {
  const { page, written } = await openVisit(app, browser)
  let lost = 0
  await page.route('**/graphql', async (route) => {
    if (lost > 0 || !route.request().postData()?.includes('sendVisitorMessage')) return route.fallback()
    lost++
    await route.fetch()
    return route.abort()
  })
  await say(page, 'Only once')
  await messageOf(page, 'Only once').getByText('Sent').waitFor(SOON)
  expect(lost).toBe(1)
  expect(await written()).toHaveLength(1)
  await expect.poll(() => messageOf(page, 'Only once').count(), SOON).toBe(1)
})

test('a message is neither lost nor sent twice when the page is left in the middle of it', async () => {
  const { page, written } = await openVisit(app, browser)
  let asked = 0
  await page.route('**/graphql', (route) => {
    if (!route.request().postData()?.includes('sendVisitorMessage')) return route.fallback()
    asked++
  })
  await say(page, 'Before I go')
  await vi.waitFor(() => expect(asked).toBe(1), SOON)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await messageOf(page, 'Before I go').getByText('Sent').waitFor(SOON)
  expect(await written()).toHaveLength(1)
  await expect.poll(() => messageOf(page, 'Before I go').count(), SOON).toBe(1)
})

test('what was written while the network was away is not lost with the page: all of it goes out on the next, in its order', async () => {
  const { page, written } = await openVisit(app, browser)
  await say(page, 'One')
  await messageOf(page, 'One').getByText('Sent').waitFor(SOON)
  await page.route('**/graphql', (route) => route.abort())
  for (const text of ['Two', 'Three', 'Four']) await say(page, text)
  await messageOf(page, 'Four').getByText('Sending…').waitFor(SOON)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await messageOf(page, 'Four').getByText('Sent').waitFor(SOON)
  expect((await written()).map(({ text }) => text)).toEqual(['One', 'Two', 'Three', 'Four'])
})

test('a message that is refused shows as not sent on every page, until it is sent or removed', async () => {
  const { page, desk, widget, written } = await openVisit(app, browser)
  const pause = (name: 'pauseChannel' | 'resumeChannel') =>
    mutate(desk.admin.execute, name, { id: globalId('Channel', widget.id) })
  const failed = (text: string) => messageOf(page, text).getByText('Not sent')
  const press = (text: string, name: string) =>
    messageOf(page, text).getByRole('button', { name }).click(SOON)
  await say(page, 'Hello')
  await messageOf(page, 'Hello').getByText('Sent').waitFor(SOON)
  for (const text of ['Sent later', 'Removed']) {
    await page.route('**/graphql', (route) => route.abort())
    await say(page, text)
    await messageOf(page, text).getByText('Sending…').waitFor(SOON)
    await pause('pauseChannel')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await failed(text).waitFor(SOON)
    await page.reload()
    await failed(text).waitFor(SOON)
    if (text === 'Removed') await press(text, 'Remove')
    await pause('resumeChannel')
    if (text === 'Sent later') await press(text, 'Try again')
    await failed(text).waitFor({ state: 'detached', ...SOON })
  }
  await messageOf(page, 'Sent later').getByText('Sent', { exact: true }).waitFor(SOON)
  await page.reload()
  await messageOf(page, 'Sent later').getByText('Sent', { exact: true }).waitFor(SOON)
  await expect.poll(() => messageOf(page, 'Removed').count(), SOON).toBe(0)
  expect((await written()).map(({ text }) => text)).toEqual(['Hello', 'Sent later'])
})

test('a token that no longer holds keeps nobody from the chat: who had it is known for a year, or is new', async () => {
  const { page, widget, chat } = await openVisit(app, browser)
  await say(page, 'Hello')
  await messageOf(page, 'Hello').getByText('Sent').waitFor(SOON)
  const { visitorId } = await chat()
  const { secretKey } = app.services.env
  const expired = createVisitorToken(secretKey, { channelId: widget.id, visitorId, expiresAt: new Date(0) })
  const lastWeek = new Date(Date.now() - 7 * DAY_MS)
  const renewable = createVisitorToken(secretKey, { channelId: widget.id, visitorId, expiresAt: lastWeek })
  const reloadWith = async (token: string) => {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      `svc:${widget.publicId}:token`,
      token,
    ] as const)
    await page.reload()
    await fieldOf(page).waitFor(SOON)
  }
  await reloadWith(renewable)
  await messageOf(page, 'Hello').waitFor(SOON)
  for (const [index, token] of [expired, 'swv_made.up'].entries()) {
    await reloadWith(token)
    await say(page, `As somebody new ${index}`)
    await messageOf(page, `As somebody new ${index}`).getByText('Sent').waitFor(SOON)
    await expect.poll(() => messageOf(page, 'Hello').count(), SOON).toBe(0)
  }
})

test('a message that was removed in one tab is sent from no other', async () => {
  const { page, context, url, desk, widget, written } = await openVisit(app, browser)
  const pause = (name: 'pauseChannel' | 'resumeChannel') =>
    mutate(desk.admin.execute, name, { id: globalId('Channel', widget.id) })
  await say(page, 'Hello')
  await messageOf(page, 'Hello').getByText('Sent').waitFor(SOON)
  await context.route('**/graphql', (route) => route.abort())
  await say(page, 'Never mind')
  await messageOf(page, 'Never mind').getByText('Sending…').waitFor(SOON)
  await pause('pauseChannel')
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await messageOf(page, 'Never mind').getByText('Not sent').waitFor(SOON)
  const tab = await visitPage(context, url)
  await launcherOf(tab).click()
  await messageOf(tab, 'Never mind').getByText('Not sent').waitFor(SOON)
  await messageOf(page, 'Never mind').getByRole('button', { name: 'Remove' }).click()
  await pause('resumeChannel')
  await messageOf(tab, 'Never mind').getByRole('button', { name: 'Try again' }).click(SOON)
  await messageOf(tab, 'Never mind').waitFor({ state: 'detached', ...SOON })
  await say(tab, 'Something else')
  await messageOf(tab, 'Something else').getByText('Sent').waitFor(SOON)
  expect((await written()).map(({ text }) => text)).toEqual(['Hello', 'Something else'])
})

test('what an operator has read, and what nobody has, says so after the chat was closed, too', async () => {
  const { page, desk, operator, chat } = await openVisit(app, browser)
  const open = async (text: string) => {
    await say(page, text)
    await messageOf(page, text).getByText('Sent').waitFor(SOON)
    return chat(({ status }) => status !== 'CLOSED')
  }
  const first = await open('Read by somebody')
  await accept(desk, first)
  await mutate(operator.execute, 'markChatRead', { chatId: globalId('Chat', first.id), seq: first.lastSeq })
  await messageOf(page, 'Read by somebody').getByText('Read', { exact: true }).waitFor(SOON)
  await reply(operator, first.id, 'Goodbye')
  await messageOf(page, 'Goodbye').waitFor(SOON)
  await close(desk, first)
  const second = await open('Read by nobody')
  await app.services.db.chat.update({
    where: { id: second.id },
    data: { status: 'CLOSED', closedAt: new Date(), queuedAt: null },
  })
  for (const _ of ['now', 'on the next page']) {
    await messageOf(page, 'Read by somebody').getByText('Read', { exact: true }).waitFor(SOON)
    await messageOf(page, 'Read by nobody').getByText('Sent', { exact: true }).waitFor(SOON)
    await page.reload()
  }
})

test('where the site’s storage is full, messages leave all the same, also once they are tried again', async () => {
  const { page, context, written } = await openVisit(app, browser)
  await page.evaluate(() => {
    for (let size = 1_000_000; size >= 1; size /= 10)
      try {
        for (let count = 0; ; count++) localStorage.setItem(`${size}-${count}`, 'x'.repeat(size))
      } catch {}
  })
  await say(page, 'One')
  await messageOf(page, 'One').getByText('Sent').waitFor(SOON)
  const refused = { code: 'INVALID', message: 'Not now.', field: null }
  await context.route('**/graphql', (route) =>
    route.request().postData()?.includes('sendVisitorMessage')
      ? route.fulfill({ json: { data: { sendVisitorMessage: { message: null, userErrors: [refused] } } } })
      : route.fallback(),
  )
  await say(page, 'Two')
  await messageOf(page, 'Two').getByText('Not sent').waitFor(SOON)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await messageOf(page, 'Two').getByRole('button', { name: 'Try again' }).click()
  await messageOf(page, 'Two').getByText('Sent', { exact: true }).waitFor(SOON)
  expect((await written()).map(({ text }) => text)).toEqual(['One', 'Two'])
})

test('the key that ends a character of Chinese or Japanese sends nothing and closes nothing, in Safari, too', async () => {
  const { page, written } = await openVisit(app, browser)
  await fieldOf(page).fill('日本')
  for (const key of ['Escape', 'Enter']) await pressWhileComposing(fieldOf(page), key)
  expect(await fieldOf(page).inputValue()).toBe('日本')
  await fieldOf(page).press('Enter')
  await messageOf(page, '日本').getByText('Sent', { exact: true }).waitFor(SOON)
  expect(await written()).toHaveLength(1)
})

test('after a double click on Send, what is typed next is in the field', async () => {
  const { page, written } = await openVisit(app, browser)
  await fieldOf(page).fill('Hello')
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await page.keyboard.type('Is anybody there?')
  expect(await fieldOf(page).inputValue()).toBe('Is anybody there?')
  await messageOf(page, 'Hello').getByText('Sent', { exact: true }).waitFor(SOON)
  expect(await written()).toHaveLength(1)
})

test('what was begun is still in the field after the window was closed and opened', async () => {
  const { page } = await openVisit(app, browser)
  await fieldOf(page).fill('I was about to')
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('.launcher').click()
  await expect.poll(() => fieldOf(page).inputValue(), SOON).toBe('I was about to')
})

test('what was begun is still in the field on the next page of the site, until it is sent, and in no other tab', async () => {
  const { page, context, url } = await openVisit(app, browser)
  await fieldOf(page).fill('I was about to')
  await page.reload()
  await expect.poll(() => fieldOf(page).inputValue(), SOON).toBe('I was about to')
  const other = await visitPage(context, url)
  await launcherOf(other).click()
  await fieldOf(other).waitFor(SOON)
  await expect.poll(() => fieldOf(other).inputValue(), SOON).toBe('')
  await page.goto(`${url}/elsewhere`)
  await fieldOf(page).waitFor(SOON)
  await fieldOf(page).press('Enter')
  await messageOf(page, 'I was about to').getByText('Sent').waitFor(SOON)
  await page.reload()
  await messageOf(page, 'I was about to').waitFor(SOON)
  await expect.poll(() => fieldOf(page).inputValue(), SOON).toBe('')
})

test('the window shows the faces of those who are there, and of nobody who is away', async () => {
  const { page, operator } = await openVisit(app, browser, { settings: { offlineForm: false } })
  const setAvailability = (available: boolean) => mutate(operator.execute, 'setAvailability', { available })
  const faces = page.getByRole('dialog').locator('.hero .avatar')
  const mine = operator.user.name.charAt(0).toUpperCase()
  await expect.poll(() => faces.allTextContents(), SOON).toEqual([mine])
  await setAvailability(false)
  await page.getByRole('dialog').getByText('Away').waitFor(SOON)
  await expect.poll(() => faces.allTextContents(), SOON).toEqual([])
  await setAvailability(true)
  await expect.poll(() => faces.allTextContents(), SOON).toEqual([mine])
})

test('a launcher that hides while nobody is there stays for whoever has a chat or an answer to read', async () => {
  const { page, desk, operator, chat } = await openVisit(app, browser, { settings: { hiddenOffline: true } })
  const setAvailability = (available: boolean) => mutate(operator.execute, 'setAvailability', { available })
  const launcher = launcherOf(page)
  const isOffline = () => page.waitForFunction(() => window.svc_api?.chatMode() === 'offline', null, SOON)
  await setAvailability(false)
  await page.getByRole('dialog').getByText('Away').waitFor(SOON)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await launcher.waitFor({ state: 'hidden', ...SOON })

  await setAvailability(true)
  await launcher.click(SOON)
  await say(page, 'Do you have sofas?')
  await accept(desk, await chat())
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await setAvailability(false)
  await isOffline()
  await reply(operator, (await chat()).id, 'We do')
  await close(desk, await chat())
  await expect.poll(() => launcher.getAttribute('data-unread'), SOON).toBe('1')
  await launcher.click(SOON)
  await messageOf(page, 'We do').waitFor(SOON)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await launcher.waitFor({ state: 'hidden', ...SOON })
})

test('whoever writes has read what was said before', async () => {
  const { page, desk, chat, operator } = await openVisit(app, browser)
  await say(page, 'Hello')
  await accept(desk, await chat())
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await reply(operator, (await chat()).id, 'An answer')
  const unread = () => callApi(page, 'getUnreadMessagesCount')
  await expect.poll(unread, SOON).toBe(1)
  expect(await callApi(page, 'sendMessage', 'Thanks')).toEqual({ result: 'ok' })
  await expect.poll(unread, SOON).toBe(0)
})

test('what was begun in the chat goes on in the offline form when the last operator leaves, and the other way round', async () => {
  const { page, operator, written } = await openVisit(app, browser)
  const setAvailability = (available: boolean) => mutate(operator.execute, 'setAvailability', { available })
  const message = page.getByRole('textbox', { name: 'Message *', exact: true })
  await fieldOf(page).fill('Do you have')
  await setAvailability(false)
  await message.waitFor(SOON)
  await expect.poll(() => message.inputValue(), SOON).toBe('Do you have')
  const long = `Do you have ${'very '.repeat(250)}soft sofas?`
  await message.fill(long)
  const contacts = { Name: 'Ada', 'E-mail': 'ada@example.com', Phone: '+49 30 123456' }
  for (const [name, value] of Object.entries(contacts)) {
    await page.getByRole('textbox', { name, exact: true }).fill(value)
  }
  await setAvailability(true)
  await fieldOf(page).waitFor(SOON)
  await setAvailability(false)
  await message.waitFor(SOON)
  for (const [name, value] of Object.entries(contacts)) {
    await expect.poll(() => page.getByRole('textbox', { name, exact: true }).inputValue(), SOON).toBe(value)
  }
  await setAvailability(true)
  await fieldOf(page).waitFor(SOON)
  await expect.poll(() => fieldOf(page).inputValue(), SOON).toBe(long)
  await fieldOf(page).press('Enter')
  await messageOf(page, 'soft sofas?').getByText('Sent').waitFor(SOON)
  expect((await written()).map(({ text }) => text).join('')).toBe(long)
})

test('a new message makes one sound, however many tabs are open, and none once it was turned off', async () => {
  const { page, context, url, chat, desk, operator } = await openVisit(app, browser)
  // Counts what reaches the loudspeaker; the rest of the page is as it is.
  await context.addInitScript(() => {
    const counted = window as unknown as { notes: number }
    counted.notes = 0
    // As on pages with Prototype.js, where it is another function.
    Array.prototype.entries = () => {
      throw new Error('not the standard one')
    }
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      counted.notes++
      return start.apply(this, when)
    }
  })
  await page.reload()
  const other = await context.newPage()
  await other.goto(url)
  await other.locator('.launcher').click(SOON)
  for (const tab of [page, other]) await fieldOf(tab).click(SOON)
  const notes = async () => {
    const heard = (tab: Page) => tab.evaluate(() => (window as unknown as { notes: number }).notes)
    return (await heard(page)) + (await heard(other))
  }
  await say(page, 'Hello')
  const opened = await chat()
  await accept(desk, opened)
  await reply(operator, opened.id, 'Good morning')
  for (const tab of [page, other]) await messageOf(tab, 'Good morning').waitFor(SOON)
  await expect.poll(notes, SOON).toBe(2)

  await choose(page, 'Turn sound off')
  await reply(operator, opened.id, 'Softly now')
  for (const tab of [page, other]) await messageOf(tab, 'Softly now').waitFor(SOON)
  // What sounds after it comes after it.
  await choose(page, 'Turn sound on')
  await reply(operator, opened.id, 'And aloud again')
  for (const tab of [page, other]) await messageOf(tab, 'And aloud again').waitFor(SOON)
  await expect.poll(notes, SOON).toBe(4)
})

test('whoever waits sees their place in the queue move without doing anything', async () => {
  const shop = await openShop(app)
  const first = await openBrowser(app.url, shop.widget.publicId)
  const { chatId } = await write(first, 'I was first')
  const { page } = await openVisit(app, browser, { shop })
  await say(page, 'Me, too')
  await page.getByText('You are number 2 in the queue.').waitFor(SOON)
  await accept(shop.desk, { id: chatId })
  await page.getByText('You are number 1 in the queue.').waitFor(SOON)
})
