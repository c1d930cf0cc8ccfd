import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk, reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, holdAnswers, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

/** A visitor who has come back after a chat that was answered and rated, and one that was missed. */
async function openReturningVisitor(width?: number) {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const { db } = app.services
  const lines = Array.from({ length: 12 }, (_, index) => `Line ${index + 1} of the answer`)
  for (const text of ['Where is my first order?', 'Is anybody there?']) {
    await desk.say('v', text)
    const { id } = await desk.chatOf('v')
    const chatId = globalId('Chat', id)
    await mutate(operator.execute, 'acceptChat', { chatId })
    if (text !== 'Is anybody there?') {
      for (const line of lines) await reply(operator, id, line)
      await db.chat.update({ where: { id }, data: { rating: 'NEGATIVE', ratingComment: 'Too slow' } })
    }
    await mutate(operator.execute, 'closeChat', { chatId })
  }
  await desk.say('v', 'Hello again')
  const { id } = await desk.chatOf('v')
  const page = await open(operator, `/inbox/waiting/${encodeURIComponent(globalId('Chat', id))}`, width)
  const earlier = page.getByRole('region', { name: 'Earlier chats of this visitor' })
  return { page, earlier, operator, lines, desk }
}

test('of more earlier chats and calls than fit beside a chat, links lead to all of them', async () => {
  const { page, earlier, desk } = await openReturningVisitor()
  const { db } = app.services
  const { accountId, channelId, visitorId, createdAt } = await desk.chatOf('v')
  const { number } = await db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
  const past = { createdAt: new Date(createdAt.getTime() - 3_600_000) }
  const { createdAt: endedAt } = past
  const whose = { accountId, channelId, visitorId }
  const many = Array.from({ length: 21 }, (_, n) => 1_000 + n)
  await db.chat.createMany({
    data: many.map((n) => ({ ...whose, ...past, number: n, status: 'CLOSED', closedAt: endedAt })),
  })
  const call = { type: 'INCOMING', state: 'END', gateway: 'HTTP', phone: '+4930123456', endedAt } as const
  await db.call.createMany({ data: many.map(() => ({ ...whose, ...past, ...call })) })
  await page.reload()
  await expect.poll(() => earlier.getByRole('button').count(), SOON).toBe(20)
  const leadsTo = (name: string, path: string) =>
    expect
      .poll(
        () =>
          page
            .getByRole('link', { name })
            .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
        SOON,
      )
      .toContain(`${path}?visitorNumber=${number}`)
  await leadsTo('All earlier chats', '/archive')
  await leadsTo('All earlier calls', '/archive/calls')
  await expect.poll(() => page.getByRole('link', { name: 'All earlier chats' }).count(), SOON).toBe(2)
  await expectAccessible(page)
})

/** What the menu beside a message offers. */
async function menuOf(page: Page, message: Locator): Promise<string[]> {
  await message.hover()
  await message.getByRole('button', { name: 'Actions for this message' }).click()
  await page.getByRole('menuitem', { name: 'Copy text' }).waitFor(SOON)
  const items = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached', ...SOON })
  return items
}

test('the earlier chats of a returning visitor stand above the thread, with outcome and rating, and open there', async () => {
  const { page, earlier, operator, lines } = await openReturningVisitor()
  const folded = earlier.getByRole('button')
  await expect.poll(() => folded.count(), SOON).toBe(2)
  const [first, second] = [folded.first(), folded.last()]
  const said = await first.innerText()
  for (const part of [lines.at(-1), operator.user.name, 'Negative: Too slow']) expect(said).toContain(part)
  await expect.poll(() => second.innerText(), SOON).toContain('Missed')
  // What is new can be seen at once.
  const now = page.getByRole('article').filter({ hasText: 'Hello again' })
  await expect
    .poll(() => now.evaluate((line) => line.getBoundingClientRect().bottom < innerHeight))
    .toBe(true)
  await expectAccessible(page)

  // An answer goes into the open chat, and can quote only what is in it.
  await expect.poll(() => menuOf(page, now), SOON).toContain('Quote')
  await first.click()
  const question = earlier.getByRole('article').filter({ hasText: 'Where is my first order?' })
  await question.waitFor(SOON)
  await expect.poll(() => earlier.getByRole('article').count(), SOON).toBe(1 + lines.length)
  // It opens where the reader looks.
  await expect
    .poll(() => first.evaluate((line) => line.getBoundingClientRect().top), SOON)
    .toBeGreaterThanOrEqual(0)
  await expectAccessible(page)
  await expect.poll(() => menuOf(page, question), SOON).toEqual(['Copy text', 'Copy link'])
  await question.getByRole('button', { name: 'Actions for this message' }).focus()
  await page.keyboard.press('q')
  await menuOf(page, question)
  await expect.poll(() => page.getByRole('group', { name: 'Quoted message' }).count(), SOON).toBe(0)
  await first.press('Enter')
  await question.waitFor({ state: 'detached', ...SOON })
  await expect.poll(() => first.getAttribute('aria-expanded'), SOON).toBe('false')
})

test('an earlier chat that is read by itself has only those above it that were before', async () => {
  const { page, earlier } = await openReturningVisitor(380)
  await expect.poll(() => earlier.getByRole('button').count(), SOON).toBe(2)
  await earlier.getByRole('button').last().click()
  await earlier.getByRole('link', { name: /^Open chat \d+ by itself$/ }).press('Enter')
  await expect.poll(() => earlier.getByRole('button').count(), SOON).toBe(1)
  await page.getByRole('article').filter({ hasText: 'Is anybody there?' }).waitFor(SOON)
})

test('an earlier chat that is open stays so while another visitor is erased', async () => {
  const { page, earlier, desk } = await openReturningVisitor()
  await earlier.getByRole('button').last().click(SOON)
  const message = earlier.getByRole('article').filter({ hasText: 'Is anybody there?' })
  await message.waitFor(SOON)
  await desk.say('other', 'Never mind')
  const { id, visitorId } = await desk.chatOf('other')
  const chatId = globalId('Chat', id)
  await mutate(desk.operators[0].execute, 'acceptChat', { chatId })
  await mutate(desk.operators[0].execute, 'closeChat', { chatId })
  const { counts, release } = await holdAnswers(page, 'Messages')
  await mutate(desk.admin.execute, 'eraseVisitor', { id: globalId('Visitor', visitorId) })
  // Of the earlier chat, as soon as it is forgotten and once more with its messages, and of the one on the screen.
  await expect.poll(() => counts.held, SOON).toBe(3)
  release()
  await expect.poll(() => counts.given, SOON).toBe(3)
  // What is told after it comes after it.
  await desk.say('v', 'One more thing')
  await page.getByRole('article').filter({ hasText: 'One more thing' }).waitFor(SOON)
  await expect.poll(() => message.count(), SOON).toBe(1)
})

test('a chat that is begun meanwhile stands beside the one on the screen, which leads to its continuation', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Where is my order?')
  const { id, visitorId } = await desk.chatOf('v')
  const chatId = globalId('Chat', id)
  await mutate(operator.execute, 'acceptChat', { chatId })
  await mutate(operator.execute, 'closeChat', { chatId })
  const page = await open(operator, `/inbox/closed/${encodeURIComponent(chatId)}`)
  const pane = page.getByRole('region', { name: 'Visitor', exact: true })
  await pane.getByText('This is the first chat.').waitFor(SOON)
  // On another device.
  const begun = {
    idempotencyKey: randomUUID(),
    visitorId: globalId('Visitor', visitorId),
    continuedChatId: chatId,
    text: 'It is on its way',
  }
  expect((await mutate(operator.execute, 'startChat', begun)).userErrors).toEqual([])
  await pane.getByRole('link').filter({ hasText: 'It is on its way' }).waitFor(SOON)
  await page.getByRole('link', { name: /^Continued in chat/ }).waitFor(SOON)
  await desk.say('v', 'It is here, thank you')
  await pane.getByRole('link').filter({ hasText: 'It is here, thank you' }).waitFor(SOON)
})

test('the visitor of another chat is shown from the top, however far down one has read about the one before', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  for (const name of ['Anna', 'Bert'])
    await desk.post({ sender: { id: name, name }, message: { type: 'text', text: `This is ${name}` } })
  const page = await open(operator, '/inbox/waiting')
  await page.setViewportSize({ width: 1440, height: 500 })
  const visitor = page.getByRole('region', { name: 'Visitor', exact: true })
  const show = async (name: string) => {
    await page
      .getByRole('link')
      .filter({ hasText: `This is ${name}` })
      .click(SOON)
    await visitor.getByRole('heading', { name }).waitFor(SOON)
  }
  const scrolled = () => visitor.evaluate((pane) => pane.scrollTop)
  await show('Anna')
  const scrollDown = async () => {
    await visitor.getByRole('heading', { name: 'Changes' }).scrollIntoViewIfNeeded()
    return scrolled()
  }
  // As soon as there is more than fits.
  await expect.poll(scrollDown, SOON).toBeGreaterThan(0)
  await show('Bert')
  await expect.poll(scrolled, SOON).toBe(0)
})
