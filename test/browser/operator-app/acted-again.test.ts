import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openCallDesk } from '../../calls/support.ts'
import { type Desk, openDesk, reply } from '../../support/desk.ts'
import { PASSWORD } from '../../support/factories.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { chatWith, tagsOf } from '../../tags/support.ts'
import { holdAnswers, SOON, waitUntilRead, withBrowser } from '../support.ts'

const { app, open } = withBrowser({ loadsAhead: false })

const rowOf = (page: Page, text: string) => page.locator('a[data-chat]').filter({ hasText: text })

/** The inbox with a chat opened, whose keys are pressed next. */
async function openChat({ admin }: Desk, chatId: string): Promise<Page> {
  const page = await open(admin, `/inbox/all/${encodeURIComponent(chatId)}`)
  await waitUntilRead(page)
  await page.locator('#content').focus()
  return page
}

test('what is typed while a tag is being created stays in the field', async () => {
  const desk = await openDesk(app)
  const chatId = await chatWith(desk, 'v')
  const page = await openChat(desk, chatId)
  await page.keyboard.press('t')
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.fill('Refund', SOON)
  await page.getByRole('option', { name: 'Create “Refund”', selected: true }).waitFor(SOON)
  const { counts, release } = await holdAnswers(page, 'CreateTag')
  await page.keyboard.press('Enter')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await field.fill('Urgent')
  release()
  await page.getByRole('option', { name: 'Create “Urgent”' }).waitFor(SOON)
  await expect.poll(() => tagsOf(desk.admin, chatId), SOON).toEqual(['Refund'])
  expect(await field.inputValue()).toBe('Urgent')
})

test('a tag that is being created is put on the chats that were selected, not on those that are by then', async () => {
  const desk = await openDesk(app)
  const [first, second] = [await chatWith(desk, 'a'), await chatWith(desk, 'b')]
  const page = await open(desk.admin, '/inbox/all')
  const select = async (chatId: string) => {
    await page.locator(`a[data-chat="${chatId}"]`).focus(SOON)
    await page.keyboard.press('x')
  }
  await select(first)
  await page.getByRole('button', { name: 'Tag the selected chats' }).click(SOON)
  await page.getByRole('dialog').getByRole('combobox').fill('Refund', SOON)
  await page.getByRole('option', { name: 'Create “Refund”', selected: true }).waitFor(SOON)
  const { counts, release } = await holdAnswers(page, 'CreateTag')
  await page.keyboard.press('Enter')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
  await select(first)
  await select(second)
  release()
  await rowOf(page, 'Refund').waitFor(SOON)
  await expect.poll(() => tagsOf(desk.admin, first), SOON).toEqual(['Refund'])
  expect(await tagsOf(desk.admin, second)).toEqual([])
})

test('whoever closes a chat with a new tag cannot leave the question before the tag is there', async () => {
  const desk = await openDesk(app)
  await mutate(desk.admin.execute, 'updateChannel', {
    id: globalId('Channel', desk.channel.id),
    requiresTag: true,
  })
  const page = await openChat(desk, await chatWith(desk, 'v'))
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'What was this chat about?' })
  await dialog.getByRole('combobox').fill('Refund', SOON)
  await dialog.getByRole('option', { name: 'Create “Refund”', selected: true }).waitFor(SOON)
  const { counts, release } = await holdAnswers(page, 'CreateTag')
  await page.keyboard.press('Enter')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect.poll(() => dialog.getByRole('button', { name: 'Close' }).isDisabled(), SOON).toBe(true)
  release()
  await page.getByText('Chat closed').first().waitFor(SOON)
})

test('a filter that is changed again while its view is being saved stays', async () => {
  const desk = await openDesk(app)
  await chatWith(desk, 'v')
  const input = { name: 'Waiting long', sharing: 'PERSONAL', filter: { status: ['QUEUED'] } }
  await mutate(desk.admin.execute, 'createSavedView', { ...input, order: 'LATEST_ACTIVITY' })
  const page = await open(desk.admin, '/inbox/all')
  await rowOf(page, 'Hello').waitFor(SOON)
  await page.keyboard.press('v')
  await page.getByRole('link', { name: 'Waiting long' }).click(SOON)
  await page.keyboard.press('f')
  const choose = async (field: string, value: string) => {
    await page.getByRole('button', { name: new RegExp(`^${field}:`) }).click(SOON)
    await page.getByRole('menuitemcheckbox', { name: value }).click(SOON)
    await page.keyboard.press('Escape')
  }
  await choose('Status', 'Open')
  const { counts, release } = await holdAnswers(page, 'UpdateSavedView')
  await page.getByRole('button', { name: 'Save changes' }).click(SOON)
  await expect.poll(() => counts.held, SOON).toBe(1)
  await choose('Channel', desk.channel.name)
  release()
  await page.getByText('The view was saved').first().waitFor(SOON)
  await page.getByRole('button', { name: `Remove the filter Channel: ${desk.channel.name}` }).waitFor(SOON)
})

test('a double click on a button that asks the server does its work once', async () => {
  const { admin } = await openDesk(app)
  await mutate(admin.execute, 'inviteOperator', { email: 'anna@example.com', role: 'OPERATOR' })
  const page = await open(admin, '/settings/people')
  let asked = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('mutation RevokeOperatorInvitation')) asked += 1
  })
  const { counts, release } = await holdAnswers(page, 'RevokeOperatorInvitation')
  await page.getByRole('button', { name: 'Revoke' }).dblclick(SOON)
  await expect.poll(() => counts.held, SOON).toBeGreaterThan(0)
  release()
  await page.getByText('anna@example.com').waitFor({ state: 'detached', ...SOON })
  expect(asked).toBe(1)
})

test('nothing is typed into a dialog that is being saved, with which it would go', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/canned-replies')
  await page.getByRole('button', { name: 'New canned reply' }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Text').fill('Good morning')
  await dialog.getByLabel('Shortcut').fill('morning')
  const title = dialog.getByLabel('Title')
  await title.fill('Welcome')
  const { counts, release } = await holdAnswers(page, 'CreateCannedReply')
  await title.press('Enter')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.keyboard.type(' home')
  expect(await title.inputValue()).toBe('Welcome')
  release()
  await dialog.waitFor({ state: 'detached', ...SOON })
  await page.getByText('Welcome /morning').waitFor(SOON)
})

test('what a note is being changed to stays while it is out of sight, or another chat is open', async () => {
  const desk = await openDesk(app)
  const chatId = await chatWith(desk, 'v')
  await chatWith(desk, 'w')
  for (let count = 0; count < 40; count++) await desk.say('v', `One\nmore\nthing: ${count}`)
  await mutate(desk.admin.execute, 'writeNote', { idempotencyKey: randomUUID(), chatId, text: 'They called' })
  const page = await openChat(desk, chatId)
  const note = page.getByRole('article').filter({ hasText: 'They called' })
  await note.hover(SOON)
  await note.getByRole('button').click()
  await page.getByRole('menuitem', { name: /^Edit \(/ }).click()
  const editor = page.getByRole('textbox', { name: 'Edit the note' })
  await expect.poll(() => editor.evaluate((field) => field === document.activeElement), SOON).toBe(true)
  await page.keyboard.type(', and will call again')
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.evaluate((list) => list.scrollTo(0, 0))
  await editor.waitFor({ state: 'detached', ...SOON })
  await messages.evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect.poll(() => editor.inputValue(), SOON).toBe('They called, and will call again')

  await page.locator(`a[data-chat]:not([data-chat="${chatId}"])`).click()
  await editor.waitFor({ state: 'detached', ...SOON })
  await page.locator(`a[data-chat="${chatId}"]`).click()
  await expect.poll(() => editor.inputValue(), SOON).toBe('They called, and will call again')
  expect(await editor.evaluate((field) => field === document.activeElement)).toBe(false)
  await editor.press('Enter')
  await page.getByRole('article').getByText('They called, and will call again').waitFor(SOON)
})

test('a rule that is moved twice before the answer is two places further', async () => {
  const { admin } = await openDesk(app)
  const rules = ['First', 'Second', 'Third'].map((name) => ({ name, enabled: true, priority: 'HIGH' }))
  const input = { rules: rules.map((rule) => ({ ...rule, conditions: [] })) }
  await mutate(admin.execute, 'updateRoutingSettings', input)
  const page = await open(admin, '/settings/routing')
  const { counts, release } = await holdAnswers(page, 'UpdateRoutingSettings')
  const down = page.getByRole('button', { name: 'Move First down' })
  await down.press('Enter', SOON)
  await expect.poll(() => counts.held, SOON).toBe(1)
  await down.press('Enter')
  await expect.poll(() => down.isDisabled(), SOON).toBe(true)
  release()
  const names = async () => {
    const { data } = await admin.execute('{ routingSettings { rules { name } } }')
    return data.routingSettings.rules.map(({ name }: { name: string }) => name)
  }
  await expect.poll(names, SOON).toEqual(['Second', 'Third', 'First'])
})

test('why a call has failed is still there when the server was not reached', async () => {
  const desk = await openCallDesk(app)
  const [operator] = desk.operators
  const call = await desk.call()
  await mutate(operator.execute, 'takeCall', { id: globalId('Call', call.id) })
  const page = await open(operator, '/inbox/calls')
  await page.getByRole('button', { name: 'Failed…' }).first().click(SOON)
  const reason = page.getByRole('dialog').getByRole('textbox')
  await reason.fill('They hung up before I could say who I am.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Mark as failed' }).click()
  await page.getByText('The server cannot be reached').first().waitFor(SOON)
  expect(await reason.inputValue()).toBe('They hung up before I could say who I am.')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Mark as failed' }).click()
  await expect.poll(async () => (await desk.find(call.id)).state, SOON).toBe('ERROR')
})

test('what is noted for whoever gets several chats is still there when the server was not reached', async () => {
  const desk = await openDesk(app)
  await mutate(desk.admin.execute, 'createDepartment', { name: 'Sales', memberIds: [] })
  await mutate(desk.admin.execute, 'acceptChat', { chatId: await chatWith(desk, 'v') })
  const page = await open(desk.admin, '/inbox/all')
  await rowOf(page, 'Hello').focus(SOON)
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Transfer the selected chats' }).click(SOON)
  const note = page.getByRole('dialog').getByRole('textbox')
  await note.fill('They want a quote.', SOON)
  await page.context().setOffline(true)
  await page.getByRole('option', { name: /Sales/ }).click(SOON)
  await page.getByText('The server cannot be reached').first().waitFor(SOON)
  expect(await note.inputValue()).toBe('They want a quote.')
  await page.context().setOffline(false)
  await page.getByRole('option', { name: /Sales/ }).click()
  await page.getByText('1 chat handed over').first().waitFor(SOON)
})

test('a picture that is chosen while a name is being saved is saved, too', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/profile')
  const { counts, release } = await holdAnswers(page, 'UpdateProfile')
  await page.getByLabel('Name', { exact: true }).fill('Anna Lind')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  const uploaded = page.waitForResponse('**/files')
  const buffer = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.locator('form input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  expect((await uploaded).status()).toBe(201)
  release()
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor(SOON)
})

test('what is typed of the next token while one is being created stays', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/profile')
  const name = page.getByLabel('Name of the new token')
  await name.fill('Reports', SOON)
  const { counts, release } = await holdAnswers(page, 'CreateApiToken')
  await page.keyboard.press('Enter')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await name.fill('Exports')
  release()
  await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click(SOON)
  await expect.poll(() => name.inputValue(), SOON).toBe('Exports')
})

test('nothing is changed in the form of the password while it is being changed: it is empty afterwards', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/profile')
  await page.getByLabel('Current password').fill(PASSWORD, SOON)
  const next = page.getByLabel('New password')
  await next.fill('another good password')
  const { counts, release } = await holdAnswers(page, 'ChangePassword')
  await next.press('Enter')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.keyboard.type(' of mine')
  expect(await next.inputValue()).toBe('another good password')
  const box = page.getByRole('checkbox', { name: 'Also revoke my API tokens' })
  await box.press('Space')
  expect(await box.isChecked()).toBe(false)
  release()
  await page.getByText('Password changed').waitFor(SOON)
})

test('whoever steps back while their message begins a chat stays there', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const closed = await chatWith(desk, 'v')
  await reply(operator, (await desk.chatOf('v')).id, 'Bye')
  await mutate(operator.execute, 'closeChat', { chatId: closed })
  const page = await open(operator, '/inbox/closed')
  await rowOf(page, 'Bye').click(SOON)
  await page.getByRole('button', { name: 'Continue' }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('One more thing', SOON)
  const { counts, release } = await holdAnswers(page, 'StartChat')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.goBack()
  await dialog.waitFor({ state: 'detached', ...SOON })
  release()
  await expect.poll(() => counts.given, SOON).toBe(1)
  // What is loaded after it comes after it.
  await page.getByRole('link', { name: /^Archive/ }).click()
  await page.getByText('Bye').first().waitFor(SOON)
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/inbox/closed')
})
