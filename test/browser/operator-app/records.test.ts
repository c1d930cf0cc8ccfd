import { expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open: openAt, openWindow } = withBrowser()

const open = ({ admin }: Desk, section: string, width?: number) =>
  openAt(admin, `/settings/${section}`, width)

test('an invitation without a mail server is kept, can be looked at safely, and is sent again on request', async () => {
  const desk = await openDesk(app)
  const invitation = { email: 'new@example.org', role: 'OPERATOR' }
  expect((await mutate(desk.admin.execute, 'inviteOperator', invitation)).userErrors).toEqual([])
  const page = await open(desk, 'mail')
  await page.getByText('No mail server is configured').waitFor(SOON)
  await page.getByText('Kept', { exact: true }).first().click()
  const mail = page.getByRole('listitem').filter({ hasText: 'new@example.org' })
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect
    .poll(async () => {
      await refresh.click()
      return mail.count()
    }, SOON)
    .toBe(1)
  await mail.locator('summary').click()
  await mail.getByRole('button', { name: 'Show the e-mail' }).click()
  const frame = mail.locator('iframe')
  await frame.waitFor(SOON)
  await expect.poll(() => frame.getAttribute('sandbox'), SOON).toBe('')
  const body = mail.frameLocator('iframe')
  await body.getByText('invites you to answer chats').waitFor(SOON)
  // The link that lets somebody in is in neither body.
  await expect
    .poll(() => body.getByRole('link', { name: 'Join' }).getAttribute('href'), SOON)
    .toBe('https://not-shown.invalid/')
  await expectAccessible(page)
  await mail.getByText('Plain text').click()
  await mail.locator('pre').getByText('https://not-shown.invalid/').waitFor(SOON)
  await mail.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The e-mail is being sent').waitFor(SOON)
})

test('the audit log tells who changed what, before and after, and is filtered', async () => {
  const desk = await openDesk(app)
  const id = globalId('Channel', desk.channel.id)
  await mutate(desk.admin.execute, 'updateChannel', { id, name: 'Website chat' })
  await mutate(desk.admin.execute, 'createDepartment', { name: 'Sales', memberIds: [] })
  const page = await open(desk, 'audit-log')
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect.poll(() => entries.count(), SOON).toBe(2)
  await page.getByLabel('What', { exact: true }).selectOption('Channel changed')
  await expect.poll(() => entries.count(), SOON).toBe(1)
  await entries.first().locator('summary').click()
  await entries
    .getByRole('row')
    .filter({ hasText: desk.channel.name })
    .getByText('Website chat')
    .waitFor(SOON)
  await entries.getByText('127.0.0.1').waitFor(SOON)
  await expectAccessible(page)
  await page.getByLabel('Who').selectOption(desk.operators[0].user.name)
  await page.getByText('No entries found').waitFor(SOON)
  await page.getByLabel('Who').selectOption('Any')
  await page.getByLabel('Until').fill('2020-01-01')
  await page.getByText('No entries found').waitFor(SOON)
})

test('retention is shortened only after a warning, and other tabs show it when they come back', async () => {
  const desk = await openDesk(app)
  const page = await open(desk, 'retention')
  const chats = page.getByRole('textbox', { name: 'Chats and offline messages' })
  await expect.poll(() => chats.inputValue(), SOON).toBe('')
  await chats.fill('0')
  await page.getByText('Enter 1 to 3650 days, 1 to 120 months, or nothing.').waitFor(SOON)
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled(), SOON).toBe(true)
  await chats.fill('365')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete older records' }).click()
  await page.getByText('Saved').waitFor(SOON)
  const { keepChatsDays } = await app.services.db.account.findUniqueOrThrow({
    where: { id: desk.account.id },
  })
  expect(keepChatsDays).toBe(365)
  // A year is shown as months, which can be entered as well.
  const unit = page.getByRole('combobox', { name: 'Days or months: Chats and offline messages' })
  await expect.poll(() => chats.inputValue(), SOON).toBe('12')
  await expect.poll(() => unit.inputValue(), SOON).toBe('months')
  const files = page.getByRole('textbox', { name: 'Files in chats' })
  await page.getByRole('combobox', { name: 'Days or months: Files in chats' }).selectOption('months')
  await files.fill('6')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Delete older records' }).click()
  await expect
    .poll(
      async () =>
        (await app.services.db.account.findUniqueOrThrow({ where: { id: desk.account.id } })).keepFilesDays,
      SOON,
    )
    .toBe(182)
  // Nothing below the dialog can be changed until it has its answer.
  await page.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
  // Keeping longer needs no warning.
  await chats.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(
      async () =>
        (await app.services.db.account.findUniqueOrThrow({ where: { id: desk.account.id } })).keepChatsDays,
      SOON,
    )
    .toBe(null)
})

test('whoever leaves instead of confirming has not confirmed', async () => {
  const desk = await openDesk(app)
  const page = await open(desk, 'profile')
  await page.getByRole('link', { name: 'Retention' }).click(SOON)
  await page.getByRole('textbox', { name: 'Chats and offline messages' }).fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Delete older records' }).waitFor(SOON)
  await page.goBack()
  await page.getByRole('button', { name: 'Leave', exact: true }).click(SOON)
  await page.waitForURL('**/settings/profile')
  await page.getByRole('link', { name: 'Retention' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Chats and offline messages' }).inputValue(), SOON)
    .toBe('')
  const { keepChatsDays } = await app.services.db.account.findUniqueOrThrow({
    where: { id: desk.account.id },
  })
  expect(keepChatsDays).toBe(null)
})

test('an entry of the audit log names and links what it is about, in words that people use', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const channelId = globalId('Channel', desk.channel.id)
  await desk.say('v', 'Hello')
  const { id: chatId, visitorId } = await desk.chatOf('v')
  await mutate(desk.admin.execute, 'updateVisitor', { id: globalId('Visitor', visitorId), name: 'Vera Lind' })
  await mutate(desk.admin.execute, 'rotateChannelSecret', { id: channelId })
  await mutate(desk.admin.execute, 'updateChannel', { id: channelId, operatorIds: [] })
  const page = await open(desk, 'audit-log')
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect.poll(() => entries.count(), SOON).toBe(3)
  for (const entry of await entries.all()) await entry.locator('summary').click()
  const [unassigned, rotated, renamed] = await entries.all()
  await unassigned?.getByRole('row', { name: `Operators ${operator.user.name} none` }).waitFor(SOON)
  await rotated?.getByRole('row', { name: /^Secret changed, not shown$/ }).waitFor(SOON)
  await expect.poll(() => page.getByText('secretEncrypted').count(), SOON).toBe(0)
  const channel = unassigned?.getByRole('link', { name: desk.channel.name })
  await expect
    .poll(() => channel?.getAttribute('href'), SOON)
    .toBe(`/settings/channels/${encodeURIComponent(channelId)}`)
  await expectAccessible(page)
  await renamed?.getByText('Visitor changed: Vera Lind').waitFor(SOON)
  await renamed?.getByRole('link', { name: 'Vera Lind' }).click()
  await page.waitForURL(`**/inbox/all/${encodeURIComponent(globalId('Chat', chatId))}`, SOON)
})

test('the audit log says nothing of values that were and are empty, nor that a blacklisting changed no values', async () => {
  const desk = await openDesk(app)
  await mutate(desk.admin.execute, 'createDepartment', { name: 'Sales', memberIds: [] })
  const visitors: { id: string; number: number }[] = []
  for (const name of ['v', 'w']) {
    await desk.say(name, 'Hello')
    const { id, visitorId } = await desk.chatOf(name)
    await mutate(desk.admin.execute, 'acceptChat', { chatId: globalId('Chat', id) })
    await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', id) })
    const { number } = await app.services.db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
    visitors.push({ id: globalId('Visitor', visitorId), number })
  }
  const [kept, merged] = visitors
  await mutate(desk.admin.execute, 'mergeVisitors', { survivorId: kept?.id, mergedId: merged?.id })
  await mutate(desk.admin.execute, 'blacklistVisitor', { id: kept?.id, reason: 'Sends advertisements' })
  const page = await open(desk, 'audit-log')
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect.poll(() => entries.count(), SOON).toBe(3)
  for (const entry of await entries.all()) await entry.locator('summary').click()
  await entries
    .filter({ hasText: 'Department created' })
    .getByRole('row', { name: 'Name none Sales' })
    .waitFor(SOON)
  await expect.poll(() => page.getByRole('row', { name: /^Members/ }).count(), SOON).toBe(0)
  await entries.getByText(`Other visitor: Visitor ${merged?.number}`).waitFor(SOON)
  await entries.getByText('Sends advertisements').first().waitFor(SOON)
  await expect.poll(() => page.getByText('No values were changed.').count(), SOON).toBe(0)
})

test('somebody who forgot their password is not promised a mail where no mail server is configured', async () => {
  const desk = await openDesk(app)
  const page = await openWindow()
  for (const email of [desk.admin.user.email, 'nobody@example.com']) {
    await page.goto(`${app.url}/forgot-password`)
    const field = page.getByLabel('E-mail')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement), SOON).toBe(true)
    await field.fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'No e-mail can be sent' }).waitFor(SOON)
    await expect.poll(() => page.getByText('on its way').count(), SOON).toBe(0)
  }
  await expectAccessible(page)
})

test('a log that cannot be read again says so, and keeps what it shows', async () => {
  const desk = await openDesk(app)
  await mutate(desk.admin.execute, 'createDepartment', { name: 'Sales', memberIds: [] })
  const page = await open(desk, 'audit-log')
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect.poll(() => entries.count(), SOON).toBe(1)
  await page.route('**/graphql', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('The server cannot be reached').first().waitFor(SOON)
  await expect.poll(() => entries.count(), SOON).toBe(1)
})
