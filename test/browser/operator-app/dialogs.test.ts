import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { makeUser } from '../../support/factories.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, holdAnswers, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser({ loadsAhead: false })

/** A chat that an operator answers, on their screen. */
async function openOwnChat() {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Hello')
  const id = globalId('Chat', (await desk.chatOf('v')).id)
  await mutate(operator.execute, 'acceptChat', { chatId: id })
  return { desk, id, page: await open(operator, `/inbox/mine/${encodeURIComponent(id)}`) }
}

test('a dialog closes when one goes back to another chat, which nobody meant with it, and shortcuts work there', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  for (const name of ['Anna', 'Bert']) {
    await desk.post({ sender: { id: name, name }, message: { type: 'text', text: `This is ${name}` } })
    const { id } = await desk.chatOf(name)
    await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  }
  const page = await open(operator, '/inbox/mine')
  const show = async (name: string) => {
    await page
      .getByRole('link')
      .filter({ hasText: `This is ${name}` })
      .click(SOON)
    await page.getByRole('heading', { level: 2, name }).first().waitFor(SOON)
  }
  const dialog = page.getByRole('dialog')
  const back = async () => {
    await page.goBack()
    await page.getByRole('heading', { level: 2, name: 'Anna' }).first().waitFor(SOON)
    await expect.poll(() => dialog.count(), SOON).toBe(0)
  }
  await show('Anna')
  await show('Bert')
  await page.getByRole('button', { name: 'Transfer' }).click()
  await dialog.waitFor(SOON)
  await back()
  await page.keyboard.press('i')
  await dialog.waitFor(SOON)
  await page.keyboard.press('Escape')
  await show('Bert')
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Phone').fill('+49 30 1234567')
  await back()
})

test('a dialog stays open while the chat behind it becomes one’s own', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Hello')
  const id = globalId('Chat', (await desk.chatOf('v')).id)
  const page = await open(operator, `/inbox/waiting/${encodeURIComponent(id)}`)
  await page.getByRole('heading', { level: 2 }).first().waitFor(SOON)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.waitFor(SOON)
  await page.keyboard.type('hel')
  await mutate(operator.execute, 'acceptChat', { chatId: id })
  await expect.poll(() => page.url(), SOON).toContain('/inbox/mine/')
  await page.keyboard.type('lo')
  await expect.poll(() => palette.getByRole('combobox').inputValue(), SOON).toBe('hello')
})

test('a click beside a dialog closes it only while nothing was written there', async () => {
  const { page } = await openOwnChat()
  const dialog = page.getByRole('dialog')
  const clickBeside = () => page.mouse.click(5, 5)
  const transfer = async () => {
    await page.getByRole('button', { name: 'Transfer' }).click(SOON)
    await dialog.getByRole('combobox').fill('nobody')
  }
  await transfer()
  await clickBeside()
  await dialog.waitFor({ state: 'detached', ...SOON })
  await transfer()
  const note = dialog.getByLabel('Note for them')
  await note.fill('She has called twice')
  await clickBeside()
  await note.pressSequentially('.')
  await expect.poll(() => note.inputValue(), SOON).toBe('She has called twice.')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached', ...SOON })
})

test('Escape discards what was entered in a dialog only after a question', async () => {
  const { page } = await openOwnChat()
  const dialog = page.getByRole('dialog')
  const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click(SOON)
  const name = dialog.getByLabel('Name')
  const isGone = () => dialog.waitFor({ state: 'detached', ...SOON })
  await edit()
  await name.press('Escape')
  await isGone()
  await edit()
  await name.fill('Ada')
  await name.press('Escape')
  await expectAccessible(page)
  await expect
    .poll(() => dialog.getByRole('banner').or(dialog.getByRole('contentinfo')).count(), SOON)
    .toBe(0)
  await page.keyboard.press('Escape')
  await page.keyboard.type(' L.')
  await expect.poll(() => name.inputValue(), SOON).toBe('Ada L.')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await dialog.getByRole('button', { name: 'Keep editing' }).click(SOON)
  await name.press('Escape')
  await dialog.getByRole('button', { name: 'Discard it' }).click(SOON)
  await isGone()
})

test('a note for whoever gets the chat is still there when the dialog was closed with Escape, until it is sent', async () => {
  const { desk, page } = await openOwnChat()
  await open(desk.admin)
  const dialog = page.getByRole('dialog')
  const transfer = () => page.getByRole('button', { name: 'Transfer' }).click(SOON)
  const note = dialog.getByLabel('Note for them')
  const filter = dialog.getByRole('combobox')
  await transfer()
  await filter.fill('Nobody')
  await note.fill('She has called twice')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached', ...SOON })
  await transfer()
  await expect.poll(() => note.inputValue(), SOON).toBe('She has called twice')
  expect(await filter.inputValue()).toBe('')
  await dialog.getByRole('option', { name: desk.admin.user.name }).click(SOON)
  await dialog.waitFor({ state: 'detached', ...SOON })
  await transfer()
  await expect.poll(() => note.inputValue(), SOON).toBe('')
})

test('a chat is offered to everybody who sees its channel, except oneself, and to nobody else', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, colleague] = desk.operators
  const stranger = await makeUser(app.services, { accountId: desk.account.id })
  await desk.say('v', 'This is for sales')
  const chatId = globalId('Chat', (await desk.chatOf('v')).id)
  await mutate(operator.execute, 'acceptChat', { chatId })
  const page = await open(operator, `/inbox/mine/${encodeURIComponent(chatId)}`)
  await page.getByRole('button', { name: 'Transfer' }).click(SOON)
  await page.getByRole('option', { name: colleague?.user.name }).waitFor(SOON)
  await page.getByRole('option', { name: desk.admin.user.name }).waitFor(SOON)
  await expect.poll(() => page.getByRole('option', { name: stranger.name }).count(), SOON).toBe(0)
  // Who is not in the chat takes it over.
  const other = await open(desk.admin, `/inbox/all/${encodeURIComponent(chatId)}`)
  await other.getByRole('button', { name: 'Transfer' }).click(SOON)
  await other.getByRole('option', { name: colleague?.user.name }).waitFor(SOON)
  await expect.poll(() => other.getByRole('option', { name: desk.admin.user.name }).count(), SOON).toBe(0)
})

test('the dialog of a transfer has a choice marked for Enter, also when the first turns out not to see the chat, and is no application', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const stranger = await makeUser(app.services, { accountId: desk.account.id, name: 'Aaron' })
  await desk.say('v', 'Hello')
  const chatId = globalId('Chat', (await desk.chatOf('v')).id)
  await mutate(operator.execute, 'acceptChat', { chatId })
  const page = await open(operator, `/inbox/mine/${encodeURIComponent(chatId)}`)
  const { release } = await holdAnswers(page, 'ChannelOperators')
  await page.getByRole('button', { name: 'Transfer' }).click(SOON)
  const marked = page.getByRole('option', { selected: true })
  await expect.poll(() => marked.allTextContents(), SOON).toEqual([expect.stringContaining(stranger.name)])
  await page.getByRole('dialog').getByRole('combobox', { name: 'Find a person or department' }).waitFor(SOON)
  expect(await page.getByRole('application').count()).toBe(0)
  release()
  await expect
    .poll(() => marked.allTextContents(), SOON)
    .toEqual([expect.stringContaining(desk.admin.user.name)])
})

test('no shortcut reaches what lies behind a dialog', async () => {
  const { page } = await openOwnChat()
  await page.getByRole('region', { name: 'Visitor' }).getByRole('button', { name: 'Edit' }).click(SOON)
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('Half typed')
  let choosers = 0
  page.on('filechooser', () => {
    choosers += 1
  })
  // The browser's own meaning of these keys would lead away from it, too.
  const prevented: boolean[] = []
  await page.exposeFunction('notePrevented', (isPrevented: boolean) => prevented.push(isPrevented))
  await page.evaluate(() => {
    const { notePrevented } = window as unknown as { notePrevented: (isPrevented: boolean) => void }
    addEventListener('keydown', ({ key, defaultPrevented }) => key === 'k' && notePrevented(defaultPrevented))
  })
  await page.keyboard.press('Control+u')
  await page.keyboard.press('Control+k')
  await expect.poll(() => prevented, SOON).toEqual([true])
  await page.keyboard.type('!')
  await expect.poll(() => name.inputValue(), SOON).toBe('Half typed!')
  await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(1)
  expect(choosers).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard it' }).click(SOON)
  await page.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor(SOON)
})

test('what was being written when a colleague closed the chat is shown until it is discarded', async () => {
  const { desk, id, page } = await openOwnChat()
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.fill('A careful answer')
  await mutate(desk.admin.execute, 'closeChat', { chatId: id })
  await composer.waitFor({ state: 'detached', ...SOON })
  await page.getByText('What you were writing was not sent').waitFor(SOON)
  await page.getByText('A careful answer').waitFor(SOON)
  await page.getByRole('button', { name: 'Discard it' }).click()
  await page.getByText('A careful answer').waitFor({ state: 'detached', ...SOON })
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), SOON).toBe('content')
})

test('the earlier chats of a visitor are read again with the next of their chats', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'First chat')
  const first = globalId('Chat', (await desk.chatOf('v')).id)
  const pathOf = (view: string, id: string) => `/inbox/${view}/${encodeURIComponent(id)}`
  const page = await open(operator, pathOf('all', first))
  const pane = page.getByRole('region', { name: 'Visitor' })
  await pane.getByText('This is the first chat').waitFor(SOON)
  await mutate(desk.admin.execute, 'closeChat', { chatId: first })
  await desk.say('v', 'Second chat')
  await page.getByRole('link').filter({ hasText: 'Second chat' }).first().click(SOON)
  await pane
    .locator(`a[href="${pathOf('closed', first)}"]`)
    .filter({ hasText: 'First chat' })
    .waitFor(SOON)
})
