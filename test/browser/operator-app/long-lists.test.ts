import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_LIST } from '../../../server/graphql/kit/bounds.ts'
import { openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { makeWidget } from '../../support/widget.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser({ loadsAhead: false })

/** More than the server gives in one page. */
const MANY = 101

const numbered = (what: string) =>
  Array.from({ length: MANY }, (_, n) => `${what} ${String(n + 1).padStart(3, '0')}`)

test('an account with more than a hundred departments, channels and former operators can work with all of them', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  const { id: accountId } = desk.account
  await db.department.createMany({
    data: numbered('Department').map((name, n) => ({ accountId, name, number: 1_000 + n })),
  })
  const channels = await db.channel.createManyAndReturn({
    data: numbered('Channel').map((name) => ({ accountId, name, kind: 'WIDGET', publicId: randomUUID() })),
  })
  await db.widgetSettings.createMany({ data: channels.map(({ id: channelId }) => ({ channelId })) })
  await db.user.createMany({
    data: numbered('Former').map((name) => ({
      ...{ accountId, name, role: 'OPERATOR', passwordHash: '', deactivatedAt: new Date() },
      email: `${randomUUID()}@example.com`,
    })),
  })
  const page = await open(desk.admin, '/settings/departments')
  await page.getByText('Department 101').waitFor(SOON)

  await page.getByRole('link', { name: 'Channels', exact: true }).click()
  const last = page.getByRole('link', { name: /Channel 101/ })
  await last.waitFor(SOON)
  await last.scrollIntoViewIfNeeded()

  await page.getByRole('link', { name: 'Departments', exact: true }).click()
  await page.getByText('Department 101').waitFor(SOON)
  const scrolled = () => page.locator('#content').evaluate((shown) => shown.scrollTop)
  await expect.poll(scrolled, SOON).toBe(0)
  await page.goBack()
  await last.waitFor(SOON)
  await expect.poll(scrolled, SOON).toBeGreaterThan(1_000)
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByLabel('Show deactivated').click()
  await page.getByText('Former 101 (deactivated)').waitFor(SOON)

  await page.goto(`${app.url}/reports`)
  const offered = (label: string) =>
    page.getByLabel(label, { exact: true }).locator('option').allTextContents()
  await expect.poll(() => offered('Operator'), SOON).toContain('Former 101')
  await expect.poll(() => offered('Channel'), SOON).toContain('Channel 101')
  await expect.poll(() => offered('Department'), SOON).toContain('Department 101')
})

test('in a long list, those to tick are found by some letters, and others stay ticked', async () => {
  const { admin, account } = await openDesk(app)
  const { db } = app.services
  await db.user.createMany({
    data: [...numbered('Operator'), 'Zoë Quist'].map((name) => ({
      ...{ accountId: account.id, name, role: 'OPERATOR' as const, passwordHash: '' },
      email: `${randomUUID()}@example.com`,
    })),
  })
  const page = await open(admin, '/settings/departments')
  await page.getByRole('button', { name: 'New department' }).first().click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Sales')
  await dialog.getByRole('checkbox', { name: 'Operator 007' }).check()
  const filter = dialog.getByLabel('Filter: Members')
  await filter.fill('zoe q')
  const boxes = dialog.getByRole('checkbox')
  await expect.poll(() => boxes.count(), SOON).toBe(1)
  await expect.poll(() => dialog.getByRole('status').textContent(), SOON).toBe('1 found')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await dialog.getByText('2 chosen').waitFor(SOON)
  await filter.fill('nobody')
  await dialog.getByText('Nothing found').first().waitFor(SOON)
  await filter.press('Escape')
  await expect.poll(() => boxes.count(), SOON).toBeGreaterThan(MANY)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached', ...SOON })
  const members = await db.departmentMember.findMany({
    where: { department: { accountId: account.id } },
    select: { user: { select: { name: true } } },
    orderBy: { user: { name: 'asc' } },
  })
  expect(members.map(({ user }) => user.name)).toEqual(['Operator 007', 'Zoë Quist'])
})

test('of a hundred colleagues and tags, the dialogs show fifty, find the others, and take the one that is marked', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const { id: accountId } = desk.account
  await app.services.db.tag.createMany({
    data: numbered('Tag').map((name) => ({ accountId, name, key: name, color: 'BLUE' as const })),
  })
  await app.services.db.user.createMany({
    data: numbered('Colleague').map((name) => ({
      ...{ accountId, name, role: 'ADMIN' as const, passwordHash: '' },
      email: `${randomUUID()}@example.com`,
    })),
  })
  await app.services.db.department.create({ data: { accountId, name: 'League of care', number: 1_000 } })
  await desk.say('v', 'Hello')
  const chatId = globalId('Chat', (await desk.chatOf('v')).id)
  await mutate(operator.execute, 'acceptChat', { chatId })
  // Only who is there can be asked.
  await open(desk.admin)
  const page = await open(operator, `/inbox/mine/${encodeURIComponent(chatId)}`)
  const dialog = page.getByRole('dialog')
  const options = dialog.getByRole('option')
  const marked = dialog.getByRole('option', { selected: true })

  await page.getByRole('button', { name: 'Tag this chat' }).click(SOON)
  await expect.poll(() => options.count(), SOON).toBe(50)
  await dialog.getByText('51 more: type to narrow the list').waitFor(SOON)
  await expectAccessible(page)
  await page.keyboard.type('tag 09')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog
    .getByRole('option', { name: /^Tag 091/ })
    .locator('svg')
    .waitFor(SOON)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Transfer' }).click(SOON)
  // The admin and a department are there as well.
  await expect.poll(() => options.count(), SOON).toBe(51)
  await dialog.getByText('52 more: type to narrow the list').waitFor(SOON)
  await page.keyboard.type('league')
  await expect.poll(() => marked.textContent(), SOON).toContain('League of care')
  await dialog.getByRole('combobox').fill(desk.admin.user.name)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached', ...SOON })
  const invited = { chat: { accountId }, toUserId: desk.admin.user.id }
  await expect.poll(() => app.services.db.chatInvitation.count({ where: invited }), SOON).toBe(1)
})

test('somebody is taken off a channel of 501 operators', async () => {
  const { admin, db, channelId, path } = await openLongWidget(501)
  const page = await open(admin, path)
  await page.getByRole('tab', { name: 'Settings' }).click(SOON)
  await page.getByLabel('Olga 500').uncheck(SOON)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor(SOON)
  const left = await db.channelOperator.findMany({ where: { channelId }, select: { user: true } })
  expect(left.length).toBe(500)
  expect(left.map(({ user }) => user.name)).not.toContain('Olga 500')
})

test('a widget with more operators than a list shows keeps all of them when its greeting is changed', async () => {
  const { admin, db, channelId, path } = await openLongWidget(MAX_LIST + 1)
  const page = await open(admin, path)
  await page.getByRole('tab', { name: 'Settings' }).click(SOON)
  await page.getByLabel('Greeting').fill('Good day!')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor(SOON)
  expect(await db.channelOperator.count({ where: { channelId } })).toBe(MAX_LIST + 1)
})

async function openLongWidget(length: number) {
  const { admin, account } = await openDesk(app)
  const { db } = app.services
  const { id: accountId } = account
  const operators = await db.user.createManyAndReturn({
    data: Array.from({ length }, (_, n) => ({
      ...{ accountId, name: `Olga ${n}`, role: 'OPERATOR' as const, passwordHash: '' },
      email: `${randomUUID()}@example.com`,
    })),
  })
  const operatorIds = operators.map(({ id }) => id)
  const { id: channelId } = await makeWidget(app.services, { accountId, operatorIds })
  return {
    admin,
    db,
    channelId,
    path: `/settings/channels/${encodeURIComponent(globalId('Channel', channelId))}`,
  }
}

test('a long list of the settings is filtered by some letters, follows what colleagues do, and stays so on the way back', async () => {
  const { admin, account } = await openDesk(app)
  await app.services.db.tag.createMany({
    data: [...numbered('Tag'), 'Café'].map((name) => ({
      accountId: account.id,
      name,
      key: name,
      color: 'BLUE' as const,
    })),
  })
  const page = await open(admin, '/settings/tags')
  const filter = page.getByLabel('Filter: Tags')
  await filter.fill('cafe', SOON)
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await expect.poll(() => edit.count(), SOON).toBe(1)
  const status = page.getByRole('status').filter({ hasText: 'found' })
  await expect.poll(() => status.textContent(), SOON).toBe('1 found')
  await expectAccessible(page)

  await mutate(admin.execute, 'createTag', { name: 'Library' })
  await mutate(admin.execute, 'createTag', { name: 'Cafeteria' })
  await page.getByText('Cafeteria').waitFor(SOON)
  expect(await edit.count()).toBe(2)
  await edit.last().focus()
  const { id } = await app.services.db.tag.findFirstOrThrow({
    where: { accountId: account.id, name: 'Café' },
  })
  await mutate(admin.execute, 'updateTag', { id: globalId('Tag', id), name: 'Bistro' })
  await page.getByText('Bistro').waitFor(SOON)

  await filter.fill('bakery')
  await page.getByText('Nothing found').last().waitFor(SOON)
  await filter.press('Escape')
  await expect.poll(() => edit.count(), SOON).toBeGreaterThan(MANY)
  await filter.fill('tag 0')
  await expect.poll(() => edit.count(), SOON).toBe(99)
  await page.getByText('Tag 099').scrollIntoViewIfNeeded()
  const scrolled = () => page.locator('#content').evaluate((shown) => Math.round(shown.scrollTop))
  const before = await scrolled()
  expect(before).toBeGreaterThan(1_000)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect.poll(scrolled, SOON).toBe(0)
  await page.goBack()
  await expect.poll(() => filter.inputValue(), SOON).toBe('tag 0')
  await expect.poll(scrolled, SOON).toBe(before)
})
