import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import { chatWith, makeTag, tagsOf } from '../../tags/support.ts'
import { expectAccessible, holdAnswers, SOON, startWithBrowser, waitUntilRead } from '../support.ts'

const { app, enter, open } = startWithBrowser(startSwitchboard, { loadsAhead: false })

const rowOf = (page: Page) => page.locator('a[data-chat]')

test('T tags a chat by key, also with a new tag, and colleagues see it in the row', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, colleague] = desk.operators
  const chatId = await chatWith(desk, 'v')
  await makeTag(desk.admin, 'Order')
  const other = await open(colleague ?? operator, '/inbox/all')
  const page = await open(operator, `/inbox/all/${encodeURIComponent(chatId)}`)
  await page.locator('#content').getByText('Hello').waitFor(SOON)
  await page.locator('#content').focus()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Tag this chat' })
  await dialog.getByRole('option', { name: /Order/ }).waitFor(SOON)
  await page.keyboard.press('Enter')
  await expect.poll(() => rowOf(other).innerText(), SOON).toContain('Order')
  await page.keyboard.type('Refund')
  await page.keyboard.press('Enter')
  await expect.poll(() => tagsOf(operator, chatId), SOON).toEqual(['Order', 'Refund'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await mutate(desk.admin.execute, 'updateTag', {
    id: (await desk.admin.execute('{ tags { nodes { id name } } }')).data.tags.nodes[0].id,
    name: 'Delivery',
  })
  await expect.poll(() => rowOf(other).innerText(), SOON).toContain('Delivery')
})

test('closing a chat whose channel asks for a tag asks, and is told by key that none fits', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const id = globalId('Channel', desk.channel.id)
  await mutate(desk.admin.execute, 'updateChannel', { id, requiresTag: true })
  await makeTag(desk.admin, 'Order')
  const chatId = await chatWith(desk, 'v')
  await mutate(operator.execute, 'acceptChat', { chatId })
  const page = await open(operator, `/inbox/mine/${encodeURIComponent(chatId)}`)
  await waitUntilRead(page)
  const tags = await holdAnswers(page, 'Tags')
  await page.locator('#content').focus()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'What was this chat about?' })
  await dialog.getByRole('combobox').waitFor(SOON)
  await expect.poll(() => tags.counts.held, SOON).toBe(1)
  tags.release()
  const order = dialog.getByRole('option', { name: 'Order' })
  // What was there before the tags is not what Enter takes.
  await expect.poll(() => order.getAttribute('aria-selected'), SOON).toBe('true')
  await dialog.getByRole('combobox').fill(' ')
  await order.waitFor(SOON)
  await expectAccessible(page)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const { db } = app.services
  const closed = () =>
    db.chat.count({ where: { accountId: desk.account.id, status: 'CLOSED', tagIds: { isEmpty: true } } })
  await expect.poll(closed, SOON).toBe(1)
})

test('several chats are selected by X and Shift, tagged and closed by the bar', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await makeTag(desk.admin, 'Order')
  for (const visitor of ['a', 'b', 'c'])
    await mutate(operator.execute, 'acceptChat', { chatId: await chatWith(desk, visitor) })
  const page = await open(operator, '/inbox/mine')
  await rowOf(page).nth(2).waitFor(SOON)
  await rowOf(page).nth(0).focus()
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected chats' })
  await bar.getByText('1 chat selected').waitFor(SOON)
  await rowOf(page)
    .nth(2)
    .click({ modifiers: ['Shift'] })
  await bar.getByText('3 chats selected').waitFor(SOON)
  await bar.getByRole('button', { name: 'Tag the selected chats' }).click()
  await page.getByRole('dialog', { name: 'Tag 3 chats' }).getByRole('option', { name: 'Order' }).waitFor(SOON)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => rowOf(page).allInnerTexts(), SOON)
    .toEqual(Array(3).fill(expect.stringContaining('Order')))
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Close' }).click(SOON)
  await page
    .getByRole('dialog', { name: 'Close 3 chats?' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click(SOON)
  const closed = () => app.services.db.chat.count({ where: { accountId: desk.account.id, status: 'CLOSED' } })
  await expect.poll(closed, SOON).toBe(3)
})

test('the page of tags asks once on how many chats each is', async () => {
  const desk = await openDesk(app)
  await makeTag(desk.admin, 'Order')
  const page = await enter(desk.admin)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('TagUses')) asked.push(request.url())
  })
  await page.goto(`${app.url}/settings/tags`)
  await page.getByText('Order').waitFor(SOON)
  // The list of colleagues, by which the page knows the admin anew, comes after the page.
  await page.waitForLoadState('networkidle')
  expect(asked).toHaveLength(1)
})
