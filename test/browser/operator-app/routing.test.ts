import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { mutate } from '../../support/graphql-client.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('an admin has chats offered in turn, and the operator whose turn it is accepts theirs', async () => {
  const desk = await openDesk(app)
  const admin = await open(desk.admin, '/settings/routing')
  await admin.getByRole('combobox', { name: /^Routing of/ }).selectOption('Offer in turn')
  await admin.getByRole('textbox', { name: /^Seconds to answer/ }).fill('600')
  await admin.keyboard.press('Tab')
  const limit = admin.getByRole('textbox', { name: `Chats at once for ${desk.operators[0].user.name}` })
  await limit.fill('0')
  await admin.keyboard.press('Tab')
  await admin.getByText('Enter 1 to 100 chats, or nothing.').waitFor(SOON)
  await expect.poll(() => limit.inputValue(), SOON).toBe('')
  await limit.fill('4')
  await admin.keyboard.press('Tab')
  const settings = () =>
    app.services.db.channel.findUniqueOrThrow({
      where: { id: desk.channel.id },
      select: {
        routing: true,
        offerSeconds: true,
        operators: { select: { user: { select: { maxChats: true } } } },
      },
    })
  await expect
    .poll(settings, SOON)
    .toEqual({ routing: 'ROUND_ROBIN', offerSeconds: 600, operators: [{ user: { maxChats: 4 } }] })
  await expectAccessible(admin)

  const page = await open(desk.operators[0])
  await desk.say('v', 'Is anybody there?')
  const offer = page.locator('article').filter({ hasText: 'This chat is waiting for you' })
  await offer.waitFor(SOON)
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Accept' }).click()
  await page.getByText(`Offered to ${desk.operators[0].user.name}`).waitFor(SOON)
  await offer.waitFor({ state: 'hidden', ...SOON })
  await expect.poll(async () => (await desk.chatOf('v')).status, SOON).toBe('ACTIVE')
})

test('an admin makes a rule by key, and the tester shows when it fits and whom the visitor would get', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await mutate(desk.admin.execute, 'createDepartment', { name: 'Sales', memberIds: [] }, 'department { id }')
  const page = await open(desk.admin, '/settings/routing')
  const { keyboard } = page
  await page.getByRole('button', { name: 'Add a rule' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect.poll(() => name.evaluate((field) => field === document.activeElement), SOON).toBe(true)
  await keyboard.type('Prices')
  await dialog.getByRole('button', { name: 'Add a condition' }).press('Enter')
  await dialog.getByRole('textbox', { name: 'Text' }).focus()
  await keyboard.type('/prices')
  await dialog.getByRole('combobox', { name: 'Department' }).focus()
  await keyboard.press('S')
  await dialog.getByRole('combobox', { name: 'Priority' }).focus()
  await keyboard.press('H')
  await expectAccessible(page)
  await name.press('Enter')
  await dialog.waitFor({ state: 'hidden', ...SOON })
  await page.getByRole('listitem').filter({ hasText: 'Prices' }).waitFor(SOON)

  const trial = page.getByRole('status').filter({ hasText: /rule/i })
  const visit = page.getByRole('textbox', { name: 'Address of the page' })
  await visit.focus()
  await keyboard.type('https://shop.example/shoes')
  await keyboard.press('Enter')
  await expect.poll(() => trial.innerText(), SOON).toContain('No rule fits.')
  await visit.fill('https://shop.example/prices')
  await keyboard.press('Enter')
  await expect
    .poll(() => trial.innerText(), SOON)
    .toContain('The rule “Prices” fits. The chat goes to Sales.')
  await expect.poll(() => trial.innerText(), SOON).toContain('Priority: High.')
  const verdict = () => trial.getByRole('listitem').filter({ hasText: operator.user.name }).innerText()
  await expect.poll(verdict, SOON).toContain('is offline')
  await open(operator)
  const tryAgain = async () => {
    await visit.press('Enter')
    return verdict()
  }
  await expect.poll(tryAgain, SOON).toMatch(/gets it first|is told/)
  await expectAccessible(page)
})

test('the tester asks for everything that a rule can ask about', async () => {
  const desk = await openDesk(app)
  const { tag } = await mutate(desk.admin.execute, 'createTag', { name: 'Order' }, 'tag { id }')
  const conditions = [
    { field: 'REFERRER', comparison: 'CONTAINS', value: 'search.example' },
    { field: 'CUSTOM_DATA', key: 'plan', comparison: 'IS', value: 'a=b' },
    { field: 'TAG', tagIds: [(tag as { id: string }).id] },
    { field: 'TIME', days: ['SATURDAY'], from: '00:00', to: '23:59' },
  ]
  const rules = [{ name: 'Night', enabled: true, priority: 'HIGH', conditions }]
  const { userErrors } = await mutate(desk.admin.execute, 'updateRoutingSettings', { rules })
  expect(userErrors).toEqual([])
  const page = await open(desk.admin, '/settings/routing')
  const referrer = page.getByLabel('Came from')
  const when = page.getByLabel('When')
  const data = page.getByLabel('Data from the page')
  const order = page.getByRole('checkbox', { name: 'Order' })
  await order.check()
  const trial = page.getByRole('status').filter({ hasText: /rule/i })
  /** What the tester says of the visitor who is described now. */
  const expectTrial = async (text: string) => {
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await expect.poll(() => trial.innerText(), SOON).toContain(text)
  }
  const describe = async (visitor: { from?: string; at?: string; told?: string }) => {
    const {
      from = 'https://search.example/',
      at = '2027-01-02T12:00',
      told = 'seats = 5\nplan = a=b',
    } = visitor
    await referrer.fill(from)
    await when.fill(at)
    await data.fill(told)
  }
  for (const other of [{ from: '' }, { at: '2027-01-05T12:00' }, { told: 'plan' }]) {
    await describe({})
    await expectTrial('The rule “Night” fits.')
    await describe(other)
    await expectTrial('No rule fits.')
  }
  await describe({})
  await expectTrial('The rule “Night” fits.')
  await order.uncheck()
  await expectTrial('No rule fits.')
  await data.fill('x'.repeat(201))
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByText('Use at most 200 characters for the name.').waitFor(SOON)
  await expectAccessible(page)
})

test('a target of up to thirty days is entered as it is typed, and a longer one is refused', async () => {
  const desk = await openDesk(app)
  const admin = await open(desk.admin, '/settings/routing')
  const minutes = admin.getByRole('textbox', { name: 'Minutes until it is closed: All other chats' })
  await minutes.click()
  await admin.keyboard.type('43201')
  await admin.keyboard.press('Tab')
  await admin.getByText('Enter 1 to 43200 minutes, or nothing.').waitFor(SOON)
  await minutes.click()
  await admin.keyboard.type('43200')
  await admin.keyboard.press('Tab')
  const targets = async () =>
    (await desk.admin.execute('{ routingSettings { targets { closingMinutes } } }')).data.routingSettings
      .targets
  await expect.poll(targets, SOON).toEqual([{ closingMinutes: 43_200 }])
})

test('the ring in the row of a chat fills until its target is near and then missed, and says so in words', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const targets = [{ firstReplyMinutes: 10 }]
  const { userErrors } = await mutate(desk.admin.execute, 'updateRoutingSettings', { targets })
  expect(userErrors).toEqual([])
  await desk.say('v', 'Where is my order?')
  const page = await open(operator, '/inbox/waiting')
  const row = page.locator('.list').getByRole('link').filter({ hasText: 'Where is my order?' })
  await row.getByText(/^First reply by/).waitFor({ state: 'attached', ...SOON })
  const { id } = await desk.chatOf('v')
  const setDue = (minutes: number) =>
    app.services.db.chat.update({
      where: { id },
      data: {
        targetsSince: new Date(Date.now() + (minutes - 10) * 60_000),
        firstReplyNearAt: new Date(Date.now() + (minutes - 2.5) * 60_000),
        firstReplyDueAt: new Date(Date.now() + minutes * 60_000),
      },
    })
  /** The part of the ring that is full. */
  const filled = async () => {
    const dashes = await row.locator('.target .filled').getAttribute('stroke-dasharray')
    const [part = 0, whole = 1] = dashes?.split(' ').map(Number) ?? []
    return part / whole
  }
  await expect.poll(filled, SOON).toBeLessThan(0.3)
  await setDue(2)
  await row.locator('.target.near').waitFor(SOON)
  await expect.poll(filled, SOON).toBeGreaterThan(0.7)
  await setDue(-1)
  await row.getByText(/^First reply missed at/).waitFor({ state: 'attached', ...SOON })
  await expectAccessible(page)
})
