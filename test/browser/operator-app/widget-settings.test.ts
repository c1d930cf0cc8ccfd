import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { makeWidget, openBrowser, openWidgetFeed, write } from '../../support/widget.ts'
import { expectAccessible, holdAnswers, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

const pathOf = (channelId: string) =>
  `/settings/channels/${encodeURIComponent(globalId('Channel', channelId))}`

async function openWidgetDesk() {
  const desk = await openDesk(app)
  const operatorIds = [desk.admin.user.id, desk.operators[0].user.id]
  const widget = await makeWidget(app.services, { accountId: desk.account.id, operatorIds })
  return { ...desk, widget }
}

test('a widget is created in the settings, with the tag to copy, and changed beside a preview', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/channels/new')
  await page.getByRole('radio', { name: /Website widget/ }).check(SOON)
  await page.getByLabel('Name').fill('Shop')
  await page.getByLabel('Websites where it works').fill('https://shop.example.com\nno address at all')
  await page.getByRole('button', { name: 'Create channel' }).click()
  await page.getByText('no address at all: Enter the address of a website').waitFor(SOON)
  await expectAccessible(page)
  await page.getByLabel('Websites where it works').fill('shop.example.com/prices')
  await page.getByRole('button', { name: 'Create channel' }).click()
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor(SOON)
  const { publicId } = await app.services.db.channel.findFirstOrThrow({
    where: { accountId: admin.viewer.accountId, kind: 'WIDGET' },
  })
  await page.getByText(`/widget.js" data-id="${publicId}"></script>`).waitFor(SOON)
  await page.getByText('It works on https://shop.example.com only.').waitFor(SOON)
  await expect.poll(() => page.getByRole('tab', { name: 'Delivery log' }).count(), SOON).toBe(0)
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('img', { name: 'Preview of the widget: Start' }).waitFor(SOON)
  await page.locator('switchboard-widget').waitFor({ state: 'attached', ...SOON })
  const color = page.getByRole('textbox', { name: 'Colour', exact: true })
  await color.fill('blue')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a colour as # and six hexadecimal digits').waitFor(SOON)
  await expectAccessible(page)
  await color.fill('#0a7f5a')
  await page.getByRole('radio', { name: 'Left' }).check({ force: true })
  await page.getByLabel('Greeting').fill('Good day!')
  await page.getByRole('radio', { name: 'Question mark' }).check({ force: true })
  await page.getByLabel('Words beside the picture').fill('Questions?')
  await page.getByLabel('Distance from the bottom').fill('90')
  await page.getByLabel('Quick questions').fill('Where is my order?\n\nDo you ship to Norway?')
  await page.getByLabel('Ask for contact details').selectOption('BEFORE_CHAT')
  await page.getByLabel('Phone').selectOption('required')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor(SOON)
  expect(
    await app.services.db.widgetSettings.findFirstOrThrow({ where: { channel: { publicId } } }),
  ).toMatchObject({
    color: '#0a7f5a',
    position: 'LEFT',
    greeting: 'Good day!',
    launcherIcon: 'QUESTION',
    launcherLabel: 'Questions?',
    offsetX: 20,
    offsetY: 90,
    quickQuestions: ['Where is my order?', 'Do you ship to Norway?'],
    contactsForm: 'BEFORE_CHAT',
    contactFields: ['NAME', 'EMAIL', 'PHONE'],
    requiredFields: ['PHONE'],
  })
  await page.goto(`${app.url}/settings/channels`)
  await page.getByText(/Website widget/).waitFor(SOON)
})

test('after a refused save the first field with an error has the focus and can be seen', async () => {
  const { admin, widget } = await openWidgetDesk()
  const page = await open(admin, pathOf(widget.id), 1024)
  await page.getByRole('tab', { name: 'Settings' }).click(SOON)
  const name = page.getByLabel('Name', { exact: true })
  const color = page.getByRole('textbox', { name: 'Colour', exact: true })
  const save = page.getByRole('button', { name: 'Save' })
  await color.fill('zzz', SOON)
  await save.click()
  await expect.poll(() => isShown(color), SOON).toBe(true)
  await name.fill('   ')
  await save.click()
  await expect.poll(() => isShown(name), SOON).toBe(true)
})

/** Whether it has the focus and is within the window. */
function isShown(field: Locator): Promise<boolean> {
  return field.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return element === document.activeElement && top >= 0 && bottom <= innerHeight
  })
}

test('triggers are edited in the form and as JSON, and what is wrong is named at its rule and line', async () => {
  const { admin, widget } = await openWidgetDesk()
  const page = await open(admin, pathOf(widget.id))
  await page.getByRole('tab', { name: 'Triggers' }).click(SOON)
  await page.getByRole('button', { name: 'Add a trigger' }).click(SOON)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Prices')
  await page.getByRole('button', { name: 'Save triggers' }).click()
  await page.getByText('Action 1: Enter the text of the invitation.').waitFor(SOON)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'JSON structure' }).click()
  const json = page.getByLabel('JSON structure of the triggers')
  const text = await json.inputValue()
  await page.getByRole('button', { name: 'Save triggers' }).click()
  const line = text.split('\n').findIndex((part) => part.includes('"text": ""')) + 1
  await page.getByRole('button', { name: `Line ${line}, Trigger “Prices”` }).waitFor(SOON)
  await expectAccessible(page)
  await json.fill('{"rules": [\n  nonsense\n]}')
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await page.getByText('Line 2: This is not valid JSON.').waitFor(SOON)

  const [rule] = JSON.parse(text).rules
  const invite = { type: 'invite', text: 'Can I help you?' }
  const second = { ...rule, id: 'second', name: 'Second', actions: [invite] }
  await json.fill(JSON.stringify({ rules: [{ ...rule, actions: [invite] }, second] }))
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await page.getByRole('button', { name: 'Move Second up' }).click(SOON)
  await page.getByRole('spinbutton').fill('45')
  await page.getByRole('button', { name: 'Save triggers' }).click()
  await page.getByText('Saved', { exact: true }).waitFor(SOON)
  const { rules } = await app.services.db.widgetSettings.findUniqueOrThrow({
    where: { channelId: widget.id },
  })
  expect(rules).toMatchObject({
    rules: [
      { id: 'second', conditions: [{ seconds: 30 }] },
      { id: rule.id, conditions: [{ type: 'time_on_page', seconds: 45 }], actions: [invite] },
    ],
  })

  const visitor = await openBrowser(app.url, widget.publicId)
  await mutate(visitor.execute, 'countTrigger', { ruleId: 'second', event: 'SHOWN' })
  await page.reload()
  await page.getByRole('tab', { name: 'Triggers' }).click(SOON)
  await page.getByText('Shown 1 time, answered 0 times').waitFor(SOON)
})

test.each([1280, 380])(
  'at %d px whoever comes to the website is shown live, can be invited, and leaves the page when they go',
  async (width) => {
    const { operators, widget } = await openWidgetDesk()
    const page = await open(operators[0], '/visitors', width)
    await page.getByText('Nobody is on your websites right now').waitFor(SOON)
    await expectAccessible(page)
    const visitor = await openBrowser(app.url, widget.publicId, {
      url: 'https://shop.example/prices',
      title: 'Our prices',
    })
    const feed = await openWidgetFeed(app.url, visitor.token)
    await page.getByText('Our prices').waitFor(SOON)
    await page.getByRole('link', { name: 'https://shop.example/prices' }).waitFor(SOON)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Invite Visitor 1' }).click()
    await page.getByLabel('Text').fill('')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('alert').waitFor(SOON)
    await expectAccessible(page)
    await page.getByLabel('Text').fill('Which plan do you need?')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    const { invitation } = await feed.waitFor('VisitInvitationReceived')
    expect(invitation.text).toBe('Which plan do you need?')
    await page.getByText('Invited', { exact: true }).waitFor(SOON)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), SOON)
      .toBe(true)
    await feed.close()
    await page.getByText('Nobody is on your websites right now').waitFor(SOON)
  },
)

test('the pane of a widget’s visitor shows where they are and what the page tells, and replies show when they are read', async () => {
  const { operators, widget } = await openWidgetDesk()
  const [operator] = operators
  const visitor = await openBrowser(app.url, widget.publicId, {
    url: 'https://shop.example/prices?utm_source=news&utm_campaign=spring',
    title: 'Our prices',
    referrer: 'https://search.example/',
  })
  await mutate(visitor.execute, 'setCustomData', {
    fields: [{ title: 'Basket', key: 'Worth', content: '<b>48</b> €', link: 'https://elsewhere.example/' }],
  })
  const { chatId } = await write(visitor, 'Which plan is mine?')
  const page = await open(operator, `/inbox/waiting/${encodeURIComponent(globalId('Chat', chatId))}`, 1440)
  const pane = page.getByRole('region', { name: 'Visitor', exact: true })
  await pane.getByText('Our prices').first().waitFor(SOON)
  await pane.getByText('https://search.example/').waitFor(SOON)
  await pane.getByText('spring', { exact: true }).waitFor(SOON)
  await pane.getByText('48 €').waitFor(SOON)
  await pane.getByText('A link was removed').waitFor(SOON)
  await expectAccessible(page)
  await mutate(visitor.execute, 'viewPage', {
    page: { url: 'https://shop.example/plan', title: 'Your plan' },
  })
  await pane.getByText('Your plan').first().waitFor(SOON)

  const id = randomUUID()
  const { message } = await mutate(
    operator.execute,
    'sendMessage',
    { idempotencyKey: id, chatId: globalId('Chat', chatId), text: 'The small one.' },
    'message { seq }',
  )
  await page.getByText('Sent', { exact: true }).waitFor({ state: 'attached', ...SOON })
  await mutate(visitor.execute, 'markMessagesSeen', { chatId, seq: message.seq })
  await page.getByText('Read', { exact: true }).waitFor({ state: 'attached', ...SOON })
})

test('after triggers were refused, the focus is in the first one that is wrong, also in the JSON', async () => {
  const { admin, widget } = await openWidgetDesk()
  const page = await open(admin, pathOf(widget.id))
  await page.getByRole('tab', { name: 'Triggers' }).click(SOON)
  await page.getByRole('button', { name: 'Add a trigger' }).click(SOON)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Save triggers' }).click()
  // The invitation, which has no text yet.
  const text = page.getByRole('textbox', { name: 'Text of the invitation' })
  await text.waitFor(SOON)
  await expect.poll(() => text.evaluate((field) => field === document.activeElement), SOON).toBe(true)
  await expect.poll(() => text.getAttribute('aria-invalid'), SOON).toBe('true')
  const described = await text.getAttribute('aria-describedby')
  await expect
    .poll(() => page.locator(`[id="${described}"]`).innerText(), SOON)
    .toContain('Enter the text of the invitation.')
  await page.getByRole('button', { name: 'JSON structure' }).click()
  await page.getByRole('button', { name: 'Save triggers' }).click()
  const json = page.getByLabel('JSON structure of the triggers')
  await expect.poll(() => json.evaluate((field) => field === document.activeElement), SOON).toBe(true)
})

test('of two who change triggers at once neither undoes what the other did, in the form or as JSON', async () => {
  const { admin, widget } = await openWidgetDesk()
  const id = globalId('Channel', widget.id)
  const rule = (name: string, text = 'Hello') => ({
    id: name,
    name,
    enabled: true,
    conditions: [{ type: 'time_on_page', seconds: 30 }],
    actions: [{ type: 'invite', text }],
    repeat: 'once',
  })
  const store = (...rules: ReturnType<typeof rule>[]) =>
    mutate(admin.execute, 'updateChannel', { id, settings: { widget: { rules: { rules } } } })
  const stored = async () => {
    const found = await app.services.db.widgetSettings.findUniqueOrThrow({ where: { channelId: widget.id } })
    return (found.rules as { rules: ReturnType<typeof rule>[] }).rules.map(({ name, actions }) => [
      name,
      actions[0]?.text,
    ])
  }
  await store(rule('First'), rule('Second'))
  const page = await open(admin, pathOf(widget.id))
  await page.getByRole('tab', { name: 'Triggers' }).click(SOON)
  await page.getByRole('button', { name: 'Edit First' }).click(SOON)
  await page.getByRole('textbox', { name: 'Text' }).fill('Good day')
  await store(rule('First'), rule('Second', 'Welcome'), rule('Third'))
  await page.getByText('Third').waitFor(SOON)
  await page.getByRole('button', { name: 'Save triggers' }).click()
  await page.getByText('Saved', { exact: true }).waitFor(SOON)
  expect(await stored()).toEqual([
    ['First', 'Good day'],
    ['Second', 'Welcome'],
    ['Third', 'Hello'],
  ])

  // What is removed while it is being saved stays removed.
  await page.getByRole('button', { name: 'Add a trigger' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Fourth')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello')
  const { counts, release } = await holdAnswers(page, 'UpdateChannel')
  const isRead = page.waitForResponse(
    (response) => /query Triggers/.test(response.request().postData() ?? ''),
    SOON,
  )
  await page.getByRole('button', { name: 'Save triggers' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.getByRole('button', { name: 'Delete Fourth' }).click()
  await isRead
  release()
  await expect.poll(() => counts.given, SOON).toBe(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect.poll(async () => (await stored()).length, SOON).toBe(4)
  await page.getByRole('button', { name: 'Save triggers' }).click()
  await expect.poll(async () => (await stored()).length, SOON).toBe(3)

  await page.getByRole('button', { name: 'JSON structure' }).click()
  const json = page.getByLabel('JSON structure of the triggers')
  await json.fill((await json.inputValue()).replace('Welcome', 'Good evening'))
  await store(rule('First', 'Good day'), rule('Second', 'Welcome'))
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await expect.poll(() => page.getByText('Third').count(), SOON).toBe(0)
  await page.getByRole('button', { name: 'Save triggers' }).click()
  await expect.poll(stored, SOON).toEqual([
    ['First', 'Good day'],
    ['Second', 'Good evening'],
  ])
})
