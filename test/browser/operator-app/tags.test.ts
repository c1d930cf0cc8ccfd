import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import { chatWith, makeTag, tagsOf } from '../../tags/support.ts'
import { expectAccessible, SOON, startWithBrowser } from '../support.ts'

const { app, open } = startWithBrowser(startSwitchboard)

const rowOf = (page: Page) => page.locator('a[data-chat]')

test('T tags a chat by key, also with a new tag, and colleagues see it in the row', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, colleague] = desk.operators
  const chatId = await chatWith(desk, 'v')
  await makeTag(desk.admin, 'Order')
  const other = await open(colleague ?? operator, '/inbox/all')
  const page = await open(operator, `/inbox/all/${encodeURIComponent(chatId)}`)
  await page.getByText('Hello').last().waitFor(SOON)
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

test('closing a chat whose channel demands a tag asks for one by key, and can be told that none fits', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await mutate(desk.admin.execute, 'updateChannel', {
    id: globalId('Channel', desk.channel.id),
    requiresTag: true,
  })
  await makeTag(desk.admin, 'Order')
  const [tagged, none] = [await chatWith(desk, 'tagged'), await chatWith(desk, 'none')]
  const statusOf = async (id: string) => {
    const query = 'query ($id: ID!) { chat(by: { id: $id }) { status } }'
    return (await operator.execute(query, { id })).data.chat.status
  }
  const closeBy = async (chatId: string, typed: string) => {
    await mutate(operator.execute, 'markChatRead', { chatId, seq: 1 })
    const page = await open(operator, `/inbox/all/${encodeURIComponent(chatId)}`)
    await page.getByText('Hello').last().waitFor(SOON)
    await page.locator('#content').focus()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: 'What was this chat about?' })
    await dialog.getByRole('option', { name: /Order/ }).waitFor(SOON)
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect.poll(() => statusOf(chatId), SOON).toBe('CLOSED')
  }
  await closeBy(tagged, 'Ord')
  await closeBy(none, 'none')
  expect(await tagsOf(operator, tagged)).toEqual(['Order'])
  expect(await tagsOf(operator, none)).toEqual([])
})

test('several chats are selected by X and Shift, tagged and closed with one request, and what was refused is told', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, colleague] = desk.operators
  const ids: string[] = []
  for (const visitor of ['a', 'b', 'c', 'd']) ids.push(await chatWith(desk, visitor))
  await makeTag(desk.admin, 'Order')
  await mutate((colleague ?? operator).execute, 'acceptChat', { chatId: ids[1] ?? '' })
  const page = await open(operator, '/inbox/all')
  await expect.poll(() => rowOf(page).count(), SOON).toBe(4)
  await rowOf(page).first().focus()
  await page.keyboard.press('x')
  await rowOf(page)
    .last()
    .click({ modifiers: ['Shift'] })
  await page.getByText('4 chats selected').waitFor(SOON)
  await page.keyboard.press('t')
  await page.getByRole('option', { name: /Order/ }).waitFor(SOON)
  await page.keyboard.press('Enter')
  for (const id of ids) await expect.poll(() => tagsOf(operator, id), SOON).toEqual(['Order'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page
    .getByRole('dialog', { name: 'Close 4 chats?' })
    .getByRole('button', { name: 'Close', exact: true })
    .last()
    .click()
  await page
    .getByRole('dialog', { name: '1 chat was left as it was' })
    .getByText('You are not in this chat')
    .waitFor(SOON)
  await page.keyboard.press('Escape')
  await page.getByText('1 chat selected').waitFor(SOON)
  await expect.poll(() => rowOf(page).count(), SOON).toBe(1)
})
