import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { makeChannel } from '../../support/factories.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import { SOON, startWithBrowser } from '../support.ts'

const { app, open } = startWithBrowser(startSwitchboard, { loadsAhead: false })

test('before something is typed, the palette has the chats that were open last and no others', async () => {
  const desk = await openDesk(app)
  for (const name of ['Anna', 'Bert', 'Carl'])
    await desk.post({ sender: { id: name, name }, message: { type: 'text', text: 'Hello' } })
  const page = await open(desk.operators[0], '/inbox/waiting')
  for (const name of ['Anna', 'Bert']) {
    await page.locator('a[data-chat]', { hasText: name }).click(SOON)
    await page.getByRole('heading', { name }).first().waitFor(SOON)
  }
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const chats = palette.getByRole('option').filter({ hasText: '#' })
  await expect.poll(() => chats.allInnerTexts(), SOON).toEqual([expect.stringContaining('Anna')])
  await page.keyboard.type('carl')
  await expect.poll(() => chats.allInnerTexts(), SOON).toEqual([expect.stringContaining('Carl')])
})

test('the chats that were open last are kept over a reload, for their operator alone and as long as they may be seen', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, colleague] = desk.operators
  const operatorIds = [operator.user.id]
  const other = await makeChannel(app.services, { accountId: desk.account.id, operatorIds })
  for (const name of ['Anna', 'Bert'])
    await desk.post({ sender: { id: name, name }, message: { type: 'text', text: 'Hello' } })
  await fetch(app.url + other.path, {
    method: 'POST',
    body: JSON.stringify({ sender: { id: 'Carl', name: 'Carl' }, message: { type: 'text', text: 'Hello' } }),
  })
  const page = await open(operator, '/inbox/waiting')
  for (const name of ['Anna', 'Carl', 'Bert']) {
    await page.locator('a[data-chat]', { hasText: name }).click(SOON)
    await page.getByRole('heading', { name }).first().waitFor(SOON)
  }
  const { id } = await desk.chatOf('Anna')
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const chats = palette.getByRole('option').filter({ hasText: '#' })
  const reopen = async () => {
    await page.goto(new URL('/settings/profile', app.url).href)
    await page.getByRole('heading', { level: 1 }).first().waitFor(SOON)
    await page.keyboard.press('Control+k')
    await palette.waitFor(SOON)
  }
  await reopen()
  // The last first, also one that is closed by now and in no list.
  const named = (...names: string[]) => names.map((name) => expect.stringContaining(name))
  await expect.poll(() => chats.allInnerTexts(), SOON).toEqual(named('Bert', 'Carl', 'Anna'))

  await mutate(desk.admin.execute, 'updateChannel', { id: globalId('Channel', other.id), operatorIds: [] })
  await reopen()
  await expect.poll(() => chats.allInnerTexts(), SOON).toEqual(named('Bert', 'Anna'))

  const [name = '', value = ''] = colleague?.cookie.split('=') ?? []
  await page.context().addCookies([{ name, value, url: app.url }])
  await page.goto(new URL('/inbox/waiting', app.url).href)
  await page.locator('a[data-chat]', { hasText: 'Bert' }).click(SOON)
  await page.getByRole('heading', { name: 'Bert' }).first().waitFor(SOON)
  await reopen()
  await expect.poll(() => chats.allInnerTexts(), SOON).toEqual(named('Bert'))
})

test('Ctrl K finds what was said in a closed chat, and Enter opens it before the server has answered', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  /** A visitor asks, and the chat is closed, with a note. */
  const ask = async (name: string, text: string, note: string) => {
    await desk.post({ sender: { id: name, name }, message: { type: 'text', text } })
    const { id, number } = await desk.chatOf(name)
    const chatId = globalId('Chat', id)
    await mutate(operator.execute, 'acceptChat', { chatId })
    await mutate(operator.execute, 'writeNote', { idempotencyKey: randomUUID(), chatId, text: note })
    await mutate(operator.execute, 'closeChat', { chatId })
    return { chatId, number }
  }
  const refund = await ask('Anna', 'My refund is late', 'Accounting knows')
  const invoice = await ask('Bert', 'The invoice is wrong', 'Nobody knows')
  const page = await open(operator, '/inbox/waiting')
  const palette = page.getByRole('dialog', { name: 'Command palette' })

  await page.keyboard.press('Control+k')
  await palette.waitFor(SOON)
  await page.keyboard.type('refund')
  const found = palette.getByRole('option').filter({ hasText: `#${refund.number}` })
  await found.waitFor(SOON)
  await expect.poll(() => found.locator('mark').innerText(), SOON).toBe('refund')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('accounting')
  await expect.poll(() => found.innerText(), SOON).toMatch(/Note\s*Accounting knows/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('invoice')
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached', ...SOON })
  await expect
    .poll(() => new URL(page.url()).pathname, SOON)
    .toBe(`/archive/${encodeURIComponent(invoice.chatId)}`)
  await page.locator('.found', { hasText: 'The invoice is wrong' }).waitFor(SOON)
})

test('the palette signs out', async () => {
  const { operators } = await openDesk(app)
  const page = await open(operators[0], '/inbox/waiting')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('sign out')
  await palette.getByRole('option', { name: 'Sign out' }).click(SOON)
  await page.getByLabel('Password', { exact: true }).waitFor(SOON)
})
