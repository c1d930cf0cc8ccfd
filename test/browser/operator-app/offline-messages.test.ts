import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { leaveOfflineMessage } from '../../../server/domain/offline-messages/leave-offline-message.ts'
import { type Desk, openDesk, type Person } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, holdAnswers, SOON, withBrowser } from '../support.ts'

const { app, open: openAt } = withBrowser()

const open = (person: Person, width?: number) => openAt(person, '/', width)

const leave = ({ channel }: Desk, left: Omit<Parameters<typeof leaveOfflineMessage>[1], 'channel'>) =>
  leaveOfflineMessage(app.services, { channel, ...left })

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Offline messages' }).getByRole('link')

async function openOfflineMessages(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Archive' }).click()
  await page
    .getByRole('navigation', { name: 'Archive sections' })
    .getByRole('link', { name: 'Offline messages' })
    .click()
}

test('an offline message appears by itself, is found and answered, and colleagues see that at once', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [one, other] = desk.operators as [Person, Person]
  const page = await open(one)
  const colleague = await open(other)
  for (const each of [page, colleague]) await openOfflineMessages(each)
  await page.getByText('No offline messages').waitFor(SOON)
  await expectAccessible(page)

  await leave(desk, { text: 'Do you ship to <b>Norway</b>?', name: 'Anna', email: 'anna@example.org' })
  await leave(desk, { text: 'Please call me back.', phone: '+49 170 5550000' })
  await expect.poll(() => rowsOf(page).count(), SOON).toBe(2)
  // The number is in the bar, wherever one is, and at the section that holds them.
  await page.getByRole('link', { name: 'Archive 2 new offline messages' }).waitFor(SOON)
  await page.getByRole('link', { name: 'Offline messages 2' }).waitFor(SOON)

  await page.keyboard.press('/')
  await page.keyboard.type('norw')
  await expect.poll(() => rowsOf(page).count(), SOON).toBe(1)
  await rowsOf(page).first().click()
  await rowsOf(colleague).filter({ hasText: 'Anna' }).click()
  const detail = page.getByRole('region', { name: 'Offline message', exact: true })
  // What a visitor wrote stays text.
  await detail.getByText('Do you ship to <b>Norway</b>?').waitFor(SOON)
  await detail.getByLabel('Answer').fill('Yes, within a week.')
  await colleague.getByRole('textbox', { name: 'Answer' }).fill('I think so.')
  // What was typed survives a reload.
  await colleague.reload()
  await expect
    .poll(() => colleague.getByRole('textbox', { name: 'Answer' }).inputValue(), SOON)
    .toBe('I think so.')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await detail.getByText(`Answered by ${one.user.name}`).waitFor(SOON)
  // This installation has no mail server: that is the outcome.
  await detail.getByText('E-mail kept: no mail server is configured').waitFor(SOON)

  // The colleague who was writing sees who was faster, and loses nothing.
  const theirs = colleague.getByRole('region', { name: 'Offline message', exact: true })
  await theirs.getByText(`Answered by ${one.user.name}`).waitFor(SOON)
  await theirs.getByText('What you were writing was not sent').waitFor(SOON)
  await theirs.getByText('I think so.').waitFor(SOON)
  await theirs.getByText('E-mail kept: no mail server is configured').waitFor(SOON)
  await expectAccessible(colleague)
  await colleague.getByText('1 new offline message').waitFor({ state: 'attached', ...SOON })
})

test('the number of new messages is what was counted last, also when an earlier answer is slower', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.operators[0])
  await openOfflineMessages(page)
  await page.getByText('No offline messages').waitFor(SOON)
  let asked = 0
  const isFirst = (name: string) => name === 'NewOfflineMessageCount' && asked++ === 0
  const { counts, release } = await holdAnswers(page, isFirst)
  await leave(desk, { text: 'Hello', phone: '+49 170 5550000' })
  await expect.poll(() => counts.held, SOON).toBe(1)
  await leave(desk, { text: 'Hello again', phone: '+49 170 5550000' })
  const link = page.getByRole('link', { name: 'Archive 2 new offline messages' })
  await link.waitFor(SOON)

  release()
  await expect.poll(() => counts.given, SOON).toBe(1)
  // What is read after it has come after it.
  await rowsOf(page).first().click()
  await page.getByRole('region', { name: 'Offline message', exact: true }).waitFor(SOON)
  await link.waitFor(SOON)
})

test('a list of new messages loses what a colleague answers, and a note is kept for who left only a number', async () => {
  const desk = await openDesk(app)
  await leave(desk, { text: 'Please call me back.', phone: '+49 170 5550000' })
  const page = await open(desk.operators[0])
  const admin = await open(desk.admin, 380)
  for (const each of [page, admin]) {
    await openOfflineMessages(each)
    await each.getByText('New', { exact: true }).first().click()
    await expect.poll(() => rowsOf(each).count(), SOON).toBe(1)
  }
  await rowsOf(admin).first().click()
  await admin.getByLabel('How you answered').fill('Called, all is well.')
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Mark as answered' }).click()
  await admin.getByText(`Answered by ${desk.admin.user.name}`).waitFor(SOON)
  await expect.poll(() => rowsOf(page).count(), SOON).toBe(0)
  await page.getByText('Answered', { exact: true }).first().click()
  await expect.poll(() => rowsOf(page).count(), SOON).toBe(1)
  // The narrow screen goes back to the list by its arrow.
  await admin.getByRole('button', { name: 'Back' }).click()
  await admin.getByRole('searchbox').or(admin.getByLabel('Search offline messages')).first().waitFor(SOON)
})

test('an offline message shows the present name of its channel, and after a cut what happened meanwhile', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [one, other] = desk.operators as [Person, Person]
  await leave(desk, { text: 'Hello', name: 'Eva', phone: '+49 170 5550000' })
  const page = await openAt(one, '/archive/offline-messages')
  const row = rowsOf(page).first()
  await row.waitFor(SOON)
  await mutate(desk.admin.execute, 'updateChannel', {
    id: globalId('Channel', desk.channel.id),
    name: 'Renamed',
  })
  await expect.poll(() => row.innerText(), SOON).toContain('Renamed')

  // The event still comes, but nothing can be read any more.
  const { id } = await app.services.db.offlineMessage.findFirstOrThrow({
    where: { channelId: desk.channel.id },
  })
  await page.route('**/graphql', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', {
    predicate: (request) => request.postData()?.includes(globalId('OfflineMessage', id)) ?? false,
    ...SOON,
  })
  await mutate(other.execute, 'answerOfflineMessage', { id: globalId('OfflineMessage', id), text: 'Called' })
  await failed
  await page.context().setOffline(true)
  await page.getByText('You are offline').first().waitFor(SOON)
  await page.unroute('**/graphql')
  await page.context().setOffline(false)
  await expect.poll(() => row.innerText(), SOON).toContain('Answered')
  await expect.poll(() => page.getByText('1 new offline message').count(), SOON).toBe(0)
})
