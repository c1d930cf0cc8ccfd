import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { SOON, stretchTimers, waitUntilRead, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

async function takeChat(desk: Desk, visitor: string): Promise<string> {
  await desk.say(visitor, 'Where is my order?')
  const { id } = await desk.chatOf(visitor)
  const chatId = globalId('Chat', id)
  await mutate(desk.operators[0].execute, 'acceptChat', { chatId })
  return chatId
}

/** An operator's own chats, all of them read, so that none asks before it is closed. */
async function openReadChats(visitors: string[]) {
  const desk = await openDesk(app)
  for (const visitor of visitors) await takeChat(desk, visitor)
  const page = await open(desk.operators[0], '/inbox/mine')
  const chats = page.getByRole('link').filter({ hasText: 'Where is my order?' })
  await expect.poll(() => chats.count(), SOON).toBe(visitors.length)
  for (const chat of (await chats.all()).toReversed()) {
    await chat.click()
    await waitUntilRead(page)
  }
  return { desk, page, chats, close: page.getByRole('button', { name: 'Close chat' }) }
}

async function centreOf(button: Locator): Promise<[x: number, y: number]> {
  const box = await button.boundingBox()
  if (!box) throw new Error('the button is not on the screen')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Until it goes on, no moment is over for the page, however slow the machine is. */
async function stopClock(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const now = performance.now()
    performance.now = () => now
  })
  return () => page.evaluate(() => void Reflect.deleteProperty(performance, 'now'))
}

/** Presses again and again, as somebody does who waits for it to work, until as many are left. */
const pressUntil = (press: () => Promise<void>, chats: Locator, left: number) =>
  expect
    .poll(async () => {
      await press()
      return chats.count()
    }, SOON)
    .toBe(left)

test('a double click on Close closes one chat, and a click a moment later the next one', async () => {
  const { page, chats, close } = await openReadChats(['u', 'v', 'w'])
  const place = await centreOf(close)
  const goOn = await stopClock(page)
  await page.mouse.dblclick(...place)
  await expect.poll(() => chats.count(), SOON).toBe(2)
  await page.mouse.click(...place, { clickCount: 3 })
  await expect.poll(() => chats.count(), SOON).toBe(2)
  await goOn()
  await pressUntil(() => page.mouse.click(...place), chats, 1)
})

test('a pointer that has moved is meant, so another button can be pressed at once', async () => {
  const { page, chats, close } = await openReadChats(['u', 'v'])
  await stretchTimers(page)
  await close.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => chats.count(), SOON).toBe(2)
})

test('Close that is held down or pressed twice by key closes one chat and does not begin to answer the next', async () => {
  const { desk, page, close } = await openReadChats(['u'])
  await desk.say('waiting', 'Is anybody there?')
  await page.getByRole('link', { name: /^All/ }).click()
  const waiting = page.getByRole('link').filter({ hasText: 'Is anybody there?' })
  await waiting.waitFor(SOON)
  await page.getByRole('link').filter({ hasText: 'Where is my order?' }).click()
  await close.focus()
  const goOn = await stopClock(page)
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => waiting.getAttribute('aria-current'), SOON).toBe('true')
  const isWriting = () => page.evaluate(() => document.activeElement?.matches('textarea'))
  await expect.poll(isWriting, SOON).toBe(false)
  await goOn()
  await expect
    .poll(async () => {
      await page.keyboard.press('Enter')
      return isWriting()
    }, SOON)
    .toBe(true)
})

test('who declines an offer twice does not decline the one that takes its place', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [from, to] = desk.operators
  if (!to) throw new Error('the desk has no second operator')
  const chatIds = [await takeChat(desk, 'u'), await takeChat(desk, 'v')]
  const page = await open(to, '/inbox/waiting')
  const operatorId = globalId('Operator', to.user.id)
  for (const chatId of chatIds)
    await expect
      .poll(
        async () =>
          (await mutate(from.execute, 'inviteToChat', { chatId, operatorId, note: null })).userErrors,
        SOON,
      )
      .toEqual([])
  const decline = page.getByRole('button', { name: 'Decline' })
  await expect.poll(() => decline.count(), SOON).toBe(2)
  const place = await centreOf(decline.first())
  const goOn = await stopClock(page)
  await page.mouse.click(...place)
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const cards = () => document.querySelectorAll('.offers article').length
        new MutationObserver((_, observer) => {
          if (cards() > 1) return
          observer.disconnect()
          resolve()
        }).observe(document.body, { childList: true, subtree: true })
        if (cards() === 1) resolve()
      }),
  )
  await page.mouse.click(...place)
  const pending = () =>
    app.services.db.chatInvitation.count({ where: { accountId: desk.account.id, state: 'PENDING' } })
  await pressUntil(() => page.mouse.move(...place), decline, 1)
  expect(await pending()).toBe(1)
  await goOn()
  await pressUntil(() => page.mouse.click(...place), decline, 0)
  await expect.poll(pending, SOON).toBe(0)
})
