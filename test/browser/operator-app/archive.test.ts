import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { leaveOfflineMessage } from '../../../server/domain/offline-messages/leave-offline-message.ts'
import { openCallDesk } from '../../calls/support.ts'
import { type Desk, openDesk } from '../../support/desk.ts'
import { makeChannel } from '../../support/factories.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open: openAt } = withBrowser({ loadsAhead: false })

const open = ({ operators: [operator] }: Desk, width?: number) => openAt(operator, '/', width)

/** A visitor writes, and an operator closes the chat. */
async function closedChat({ operators: [operator], ...desk }: Desk, visitorId: string, text: string) {
  await desk.say(visitorId, text)
  const { id } = await desk.chatOf(visitorId)
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
  return id
}

test('a closed chat is found in the archive by a word, read there and exported as it was filtered', async () => {
  const desk = await openDesk(app)
  const word = `kettle${randomUUID().slice(0, 6)}`
  await closedChat(desk, 'anna', `My <b>${word}</b> never arrived`)
  await closedChat(desk, 'ben', 'Something else entirely')
  const page = await open(desk)

  await page.getByRole('link', { name: 'Archive' }).click()
  const rows = page.getByRole('list', { name: 'Closed chats' }).getByRole('link')
  await expect.poll(() => rows.count(), SOON).toBe(2)
  await page.keyboard.press('/')
  await page.keyboard.type(word)
  await expect.poll(() => rows.count(), SOON).toBe(1)
  // What a visitor wrote stays text, and the word is marked in it.
  await expect.poll(() => rows.first().innerText(), SOON).toContain(`My <b>${word}</b> never arrived`)
  await expect.poll(() => rows.locator('mark').allInnerTexts(), SOON).toEqual([word])

  await page.keyboard.press('Enter')
  await expect.poll(() => rows.first().evaluate((row) => row === document.activeElement), SOON).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('article').filter({ hasText: word }).waitFor(SOON)
  expect(page.url()).toContain('/archive/')
  await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).count(), SOON).toBe(0)
  await expectAccessible(page)

  for (const format of ['CSV', 'JSON']) {
    const arriving = page.waitForEvent('download')
    await page.getByRole('link', { name: `Export as ${format}` }).click()
    const file = await readFile(await (await arriving).path(), 'utf8')
    expect(file).toContain(word)
    expect(file).not.toContain('Something else entirely')
  }

  await page.getByRole('button', { name: 'Filters' }).click()
  // What cannot be searched for takes nothing from the other filters, but nothing is exported without it.
  await page.getByLabel('Visitor number').fill('99999999999')
  await page.getByText('No visitor has this number.').waitFor(SOON)
  await expect.poll(() => page.getByRole('link', { name: 'Export as CSV' }).count(), SOON).toBe(0)
  await page.getByLabel('Outcome').selectOption('Answered')
  await page.getByText('No chats found').first().waitFor(SOON)
  await page.getByLabel('Visitor number').fill('')
  await page.getByLabel('Outcome').selectOption('Missed')
  await expect.poll(() => rows.count(), SOON).toBe(1)
  // What was looked for is still there after a look at another page.
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('link', { name: 'Archive' }).click()
  await expect.poll(() => rows.count(), SOON).toBe(1)
})

test('the sections of the archive share what is looked for, in an address that can be passed on', async () => {
  const desk = await openCallDesk(app)
  const [operator] = desk.operators
  const word = `kettle${randomUUID().slice(0, 6)}`
  await closedChat(desk, 'anna', `My ${word} never arrived`)
  const call = await desk.call('+4930111222')
  const id = globalId('Call', call.id)
  await mutate(operator.execute, 'takeCall', { id })
  await mutate(operator.execute, 'failCall', { id, reason: `Wanted to talk of the ${word}.` })
  const { channel } = desk
  const operatorIds = [operator.user.id]
  const second = await makeChannel(app.services, { accountId: desk.account.id, operatorIds })
  await leaveOfflineMessage(app.services, { channel, text: `Is the ${word} there?`, email: 'a@example.org' })
  await leaveOfflineMessage(app.services, { channel, text: 'Something else', email: 'b@example.org' })
  const page = await open(desk)
  await page.getByRole('link', { name: 'Archive' }).click()
  const tabs = page.getByRole('navigation', { name: 'Archive sections' })
  const rowsOf = (label: string) => page.getByRole('list', { name: label }).getByRole('link')
  await page.getByLabel('Search closed chats').fill(word)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Outcome').selectOption('Missed')
  await page.getByRole('button', { name: 'Channel: Any' }).click()
  for (const { name } of [second, channel]) await page.getByRole('menuitemcheckbox', { name }).click(SOON)
  await page.keyboard.press('Escape')
  await expect.poll(() => rowsOf('Closed chats').count(), SOON).toBe(1)
  await tabs.getByRole('link', { name: 'Calls' }).click()
  await expect.poll(() => rowsOf('Past calls').count(), SOON).toBe(1)
  await expect
    .poll(() => page.getByLabel('Outcome').locator('option:checked').innerText(), SOON)
    .toBe('Missed')
  await expectAccessible(page)
  await tabs.getByRole('link', { name: 'Offline messages' }).click()
  await expect.poll(() => rowsOf('Offline messages').count(), SOON).toBe(1)
  await page.getByText('Answered', { exact: true }).click()
  await page.getByText('No messages found').first().waitFor(SOON)
  await page.getByText('New', { exact: true }).first().click()
  await expect.poll(() => rowsOf('Offline messages').count(), SOON).toBe(1)
  for (const format of ['CSV', 'JSON']) {
    const arriving = page.waitForEvent('download')
    await page.getByRole('link', { name: `Export as ${format}` }).click()
    const file = await readFile(await (await arriving).path(), 'utf8')
    expect(file).toContain(word)
    expect(file).not.toContain('Something else')
  }

  await rowsOf('Offline messages').click()
  const detail = page.getByRole('region', { name: 'Offline message', exact: true })
  await detail.getByText(`Is the ${word} there?`).waitFor(SOON)
  // Whoever gets the address sees the same, and one step back from what is open is the list.
  const other = await open(desk)
  await other.goto(page.url())
  await other.getByRole('region', { name: 'Offline message', exact: true }).getByText(word).waitFor(SOON)
  await expect.poll(() => other.getByLabel('Search offline messages').inputValue(), SOON).toBe(word)
  await other.getByRole('button', { name: '1 filter' }).click()
  await other.getByRole('button', { name: 'Channel: 2 chosen' }).waitFor(SOON)
  await page.goBack()
  await page.getByText('No message is open').waitFor(SOON)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  const search = () => new URL(page.url()).search
  await expect.poll(search, SOON).toBe(`?search=${word}&state=NEW`)
  // One step back undoes a choice, and as a whole what was typed.
  await page.goBack()
  await expect.poll(search, SOON).toContain('channel')
  await page.getByLabel('Search offline messages').press('End')
  await page.getByLabel('Search offline messages').pressSequentially('more')
  await expect.poll(search, SOON).toContain(`${word}more`)
  await page.goBack()
  await expect.poll(search, SOON).toContain(`search=${word}&`)
})

test('an address of the offline messages from before leads to them in the archive', async () => {
  const desk = await openDesk(app)
  const id = await leaveOfflineMessage(app.services, {
    channel: desk.channel,
    text: 'Do you ship to Norway?',
    email: 'a@example.org',
  })
  const page = await open(desk)
  await page.goto(`${app.url}/offline-messages/${encodeURIComponent(globalId('OfflineMessage', id))}`)
  const detail = page.getByRole('region', { name: 'Offline message', exact: true })
  await detail.getByText('Do you ship to Norway?').waitFor(SOON)
  await page.keyboard.press('Escape')
  await page.getByText('No message is open').waitFor(SOON)
  expect(new URL(page.url()).pathname).toBe('/archive/offline-messages')
})

test('a visitor of another channel is not offered for merging', async () => {
  const desk = await openDesk(app)
  const chatId = await closedChat(desk, 'anna', 'Hello')
  const operatorIds = [desk.operators[0].user.id]
  const { id, path } = await makeChannel(app.services, { accountId: desk.account.id, operatorIds })
  const message = { sender: { id: 'elsewhere' }, message: { type: 'text', text: 'Hello' } }
  await fetch(app.url + path, { method: 'POST', body: JSON.stringify(message) })
  const stranger = await app.services.db.visitor.findFirstOrThrow({ where: { channelId: id } })
  const page = await open(desk)
  await page.goto(`${app.url}/archive/${encodeURIComponent(globalId('Chat', chatId))}`)
  await page.getByRole('region', { name: 'Visitor' }).getByRole('button', { name: 'Merge' }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Number of the other visitor').fill(String(stranger.number))
  await dialog.getByRole('button', { name: 'Find' }).click()
  await dialog.getByText('Only visitors of the same channel can be merged').waitFor(SOON)
  await expect.poll(() => dialog.getByRole('button', { name: 'Merge permanently' }).count(), SOON).toBe(0)
})

test('a visitor is edited, blacklisted and merged beside their chat, and the pane tells who changed what', async () => {
  const desk = await openDesk(app)
  const chatId = await closedChat(desk, 'anna', 'Hello')
  const twinChatId = await closedChat(desk, 'anna-at-home', 'It is me again')
  const twin = await app.services.db.visitor.findFirstOrThrow({
    where: { accountId: desk.account.id, externalId: { equals: 'anna-at-home' } },
  })
  const page = await open(desk)
  await page.goto(`${app.url}/archive/${encodeURIComponent(globalId('Chat', chatId))}`)
  const pane = page.getByRole('region', { name: 'Visitor' })

  await pane.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Anna Müller')
  await dialog.getByLabel('E-mail').fill('anna at example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor(SOON)
  await expect.poll(() => dialog.getByLabel('E-mail').getAttribute('aria-invalid'), SOON).toBe('true')
  await dialog.getByLabel('E-mail').fill('anna@example.com')
  await dialog.getByLabel('Description').fill('Prefers to be called.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached', ...SOON })
  await pane.getByRole('heading', { name: 'Anna Müller' }).waitFor(SOON)
  await pane.getByText('Details changed').waitFor(SOON)
  await expect
    .poll(
      () =>
        pane.getByRole('button', { name: 'Edit' }).evaluate((button) => button === document.activeElement),
      SOON,
    )
    .toBe(true)
  // The list, too, has the new name.
  await page.getByRole('list', { name: 'Closed chats' }).getByText('Anna Müller').waitFor(SOON)

  await pane.getByRole('button', { name: 'Blacklist' }).click()
  await dialog.getByLabel('Reason').fill('Sends advertisements')
  await page.keyboard.press('Enter')
  await pane.getByText('Blacklisted since').waitFor(SOON)
  const isFocused = (name: string) => () =>
    pane.getByRole('button', { name }).evaluate((button) => button === document.activeElement)
  await expect.poll(isFocused('Take off the blacklist'), SOON).toBe(true)
  await pane.getByRole('listitem').filter({ hasText: 'Sends advertisements' }).waitFor(SOON)
  await expectAccessible(page)
  await pane.getByRole('button', { name: 'Take off the blacklist' }).click()
  await dialog.getByRole('button', { name: 'Take off the blacklist' }).click()
  await pane.getByText('Blacklisted since').waitFor({ state: 'detached', ...SOON })
  await expect.poll(isFocused('Blacklist'), SOON).toBe(true)

  // A colleague looks at the other visitor's chat.
  const colleague = await open({ ...desk, operators: [desk.admin] })
  await colleague.goto(`${app.url}/archive/${encodeURIComponent(globalId('Chat', twinChatId))}`)
  const theirs = colleague.getByRole('region', { name: 'Visitor' })
  await theirs.getByText('Nothing has been changed yet.').waitFor(SOON)

  await pane.getByRole('button', { name: 'Merge' }).click()
  await dialog.getByLabel('Number of the other visitor').fill(String(twin.number))
  await dialog.getByRole('button', { name: 'Find' }).click()
  await dialog.getByText('This cannot be undone.').waitFor(SOON)
  await dialog.getByRole('button', { name: 'Merge permanently' }).click()
  await dialog.waitFor({ state: 'detached', ...SOON })
  await pane.getByRole('link').filter({ hasText: 'It is me again' }).waitFor(SOON)
  await pane.getByText('Merged with another visitor').waitFor(SOON)
  await theirs.getByRole('heading', { name: 'Anna Müller' }).waitFor(SOON)
  await theirs.getByText('Merged with another visitor').waitFor(SOON)
  await theirs.getByRole('link').filter({ hasText: 'Hello' }).waitFor(SOON)
  await expect.poll(() => pane.getByText(`by ${desk.operators[0].user.name}`).count(), SOON).toBe(4)
})

test('the archive is read page by page, and what could not be read can be tried again', async () => {
  const desk = await openDesk(app)
  for (let index = 1; index <= 31; index += 1)
    await closedChat(desk, `visitor-${index}`, `Question ${index}.`)
  const page = await open(desk, 380)
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('ArchivedChats') ? route.abort() : route.fallback(),
  )
  await page.getByRole('link', { name: 'Archive' }).click()
  await page.getByText('This could not be loaded.').waitFor(SOON)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  const rows = page.getByRole('list', { name: 'Closed chats' }).getByRole('link')
  await expect.poll(() => rows.count(), SOON).toBe(30)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows.count(), SOON).toBe(31)
  await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count(), SOON).toBe(0)

  // One step back from a chat is the list, as it was.
  await rows.filter({ hasText: 'Question 1.' }).press('Enter')
  await page.getByRole('article').filter({ hasText: 'Question 1.' }).waitFor(SOON)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => rows.count(), SOON).toBe(31)
})

test('a visitor whose client told an address that no person could enter can be renamed', async () => {
  const desk = await openDesk(app)
  const chatId = await closedChat(desk, 'anna', 'Hello')
  await app.services.db.visitor.updateMany({
    where: { accountId: desk.account.id },
    data: { email: 'anna@intranet' },
  })
  const page = await open(desk)
  await page.goto(`${app.url}/archive/${encodeURIComponent(globalId('Chat', chatId))}`)
  const pane = page.getByRole('region', { name: 'Visitor' })
  await pane.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Anna')
  await page.keyboard.press('Enter')
  await pane.getByRole('heading', { name: 'Anna', exact: true }).waitFor(SOON)
  await pane.getByRole('link', { name: 'anna@intranet' }).waitFor(SOON)
})

test('an admin exports and erases a visitor, who vanishes from the screens of colleagues', async () => {
  const desk = await openDesk(app)
  const chatId = await closedChat(desk, 'anna', 'Forget me')
  await closedChat(desk, 'ben', 'Keep me')
  const [page, colleague] = [await open({ ...desk, operators: [desk.admin] }), await open(desk)]
  for (const each of [page, colleague])
    await each.goto(`${app.url}/archive/${encodeURIComponent(globalId('Chat', chatId))}`)
  const rowsOf = (each: Page) => each.getByRole('list', { name: 'Closed chats' }).getByRole('link')
  await expect.poll(() => rowsOf(colleague).count(), SOON).toBe(2)
  const pane = page.getByRole('region', { name: 'Visitor' })
  const arriving = page.waitForEvent('download')
  await pane.getByRole('link', { name: 'Export data' }).click()
  expect(await readFile(await (await arriving).path(), 'utf8')).toContain('Forget me')
  const theirs = colleague.getByRole('region', { name: 'Visitor' })
  await theirs.getByRole('button', { name: 'Edit' }).waitFor(SOON)
  expect(await theirs.getByRole('button', { name: 'Erase' }).count()).toBe(0)
  await pane.getByRole('button', { name: 'Erase' }).click()
  await page.getByText('This cannot be undone.').waitFor(SOON)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Erase permanently' }).click()
  await page.getByText('Visitor erased').waitFor(SOON)
  for (const each of [page, colleague]) await expect.poll(() => rowsOf(each).count(), SOON).toBe(1)
  await expect.poll(() => colleague.getByText('Forget me').count(), SOON).toBe(0)
})

test('that a visitor with an open chat cannot be erased is said before anybody confirms', async () => {
  const desk = await openDesk(app)
  const closedId = await closedChat(desk, 'anna', 'Forget me')
  await desk.say('anna', 'One more thing')
  const page = await open({ ...desk, operators: [desk.admin] })
  await page.goto(`${app.url}/archive/${encodeURIComponent(globalId('Chat', closedId))}`)
  await page.getByRole('region', { name: 'Visitor' }).getByRole('button', { name: 'Erase' }).click(SOON)
  await page.getByText('The visitor has an open chat. Close it first.').waitFor(SOON)
  await expect
    .poll(() => page.getByRole('button', { name: 'Erase permanently' }).isDisabled(), SOON)
    .toBe(true)
  await expectAccessible(page)
})
