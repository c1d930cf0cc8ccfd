import type { Page } from 'playwright-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitVisitor } from '../../../server/domain/visits/limit-visitor.ts'
import { openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { IDENTITY_SECRET, signIdentity } from '../../support/identity.ts'
import { until } from '../../support/until.ts'
import { makeWidget } from '../../support/widget.ts'
import { SOON, withBrowser } from '../support.ts'
import { callApi, launcherOf, namesOn, openShop, untilCalled, visitPage } from './support.ts'
import { choose, fieldOf, messageOf, openVisit, say } from './window-support.ts'

const { app, browser } = withBrowser()

test('a visitor says who they are before the chat when that is asked for, and the page hears of it', async () => {
  const { page, widget, problems } = await openVisit(app, browser, {
    settings: {
      contactsForm: 'BEFORE_CHAT',
      contactFields: ['NAME', 'EMAIL', 'PHONE'],
      requiredFields: ['EMAIL'],
    },
  })
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('E-mail is required.').waitFor()
  await expect.poll(() => email.evaluate((field) => field.getAttribute('aria-invalid')), SOON).toBe('true')
  await email.fill('ann@')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Please check “E-mail”.').waitFor()
  await expect.poll(() => fieldOf(page).count(), SOON).toBe(0)
  await email.fill('änn@exämple.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await say(page, 'Now to my question')
  await messageOf(page, 'Now to my question').getByText('Sent').waitFor(SOON)
  const visitor = await app.services.db.visitor.findFirstOrThrow({ where: { channelId: widget.id } })
  expect(visitor).toMatchObject({ name: 'Ann', email: 'änn@exämple.com' })
  await expect.poll(() => namesOn(page), SOON).toContain('svc_onIntroduction')
  expect(await callApi(page, 'getContactInfo')).toMatchObject({ name: 'Ann', email: 'änn@exämple.com' })
  expect(problems).toEqual([])
})

test('what is asked for after the first message can be left for later', async () => {
  const { page } = await openVisit(app, browser, { settings: { contactsForm: 'AFTER_FIRST_MESSAGE' } })
  await expect.poll(() => page.getByText('Please tell us who you are').count(), SOON).toBe(0)
  await say(page, 'Hello')
  await page.getByText('Please tell us who you are').waitFor(SOON)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByText('Please tell us who you are').waitFor({ state: 'detached' })
  await page.reload()
  await messageOf(page, 'Hello').waitFor(SOON)
  await expect.poll(() => page.getByText('Please tell us who you are').count(), SOON).toBe(0)
})

test('a form that is saved without an answer counts as left for later: no thanks, and the page hears nothing', async () => {
  const { page } = await openVisit(app, browser, { settings: { contactsForm: 'BEFORE_CHAT' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await fieldOf(page).waitFor(SOON)
  await expect.poll(() => page.getByText('We have your details.').count(), SOON).toBe(0)
  await expect.poll(() => namesOn(page), SOON).not.toContain('svc_onIntroduction')
  await page.reload()
  await fieldOf(page).waitFor(SOON)
})

test('while nobody is there a message can be left, with a way to answer it', async () => {
  const desk = await openDesk(app)
  const operatorIds = desk.operators.map(({ user }) => user.id)
  const widget = await makeWidget(app.services, { accountId: desk.account.id, operatorIds })
  const { page, problems } = await openVisit(app, browser, { shop: { desk, widget } })
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Please write to me.')
  const send = page.getByRole('button', { name: 'Send' })
  await send.click()
  await page.getByText('Please give an e-mail address or a telephone number.').waitFor()
  await page.getByRole('textbox', { name: 'Phone' }).fill('+49 30 123456')
  await send.click()
  await page.getByText('We have your message and will answer you.').waitFor(SOON)
  await expectCentred(page, 'We have your message')
  const [left] = await app.services.db.offlineMessage.findMany({ where: { accountId: desk.account.id } })
  expect(left).toMatchObject({ text: 'Please write to me.', phone: '+49 30 123456' })
  // The button that had the focus is gone with the form: keys still reach the window.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
  expect(problems).toEqual([])
})

test('a message that is being left when somebody comes online is not in the chat as well', async () => {
  const { page, operator, desk } = await openVisit(app, browser)
  const setAvailability = (available: boolean) => mutate(operator.execute, 'setAvailability', { available })
  await setAvailability(false)
  await page.getByRole('textbox', { name: 'Message *', exact: true }).fill('Please write to me.')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+49 30 123456')
  await page.route(`${app.url}/graphql`, async (route) => {
    const response = await route.fetch()
    if (route.request().postData()?.includes('sendOfflineMessage')) {
      await setAvailability(true)
      await expect.poll(() => callApi(page, 'chatMode'), SOON).toBe('online')
      await page.getByText('Online').waitFor(SOON)
    }
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('We have your message and will answer you.').waitFor(SOON)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => fieldOf(page).inputValue(), SOON).toBe('')
  const where = { accountId: desk.account.id }
  expect(await app.services.db.offlineMessage.findMany({ where })).toMatchObject([
    { text: 'Please write to me.' },
  ])
})

/** Keeps back the answers to a mutation until they are let go. */
async function holdMutation(page: Page, name: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const counts = { held: 0, given: 0 }
  onTestFinished(() => release())
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes(`${name}(`)) return route.fallback()
    const response = await route.fetch()
    counts.held += 1
    await released
    await route.fulfill({ response })
    counts.given += 1
  })
  return { counts, release }
}

test('whoever has gone on to rate the chat before their details are saved stays there with their comment', async () => {
  const { page, chat } = await openVisit(app, browser)
  await say(page, 'Hello')
  await chat()
  await choose(page, 'Contact details')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ann@example.com')
  const { counts, release } = await holdMutation(page, 'setContactInfo')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await choose(page, 'Rate this conversation')
  await page.getByRole('button', { name: 'Good', exact: true }).click()
  const comment = page.getByRole('textbox', { name: 'What was good or bad? (optional)' })
  await comment.fill('Very quick, thank')
  release()
  await page.getByText('We have your details.').waitFor({ state: 'attached', ...SOON })
  await comment.press('End')
  await comment.pressSequentially(' you')
  expect(await comment.inputValue()).toBe('Very quick, thank you')
})

test('what is typed while contact details are being saved stays in their form until it is saved, too', async () => {
  const { page, widget } = await openVisit(app, browser, {
    settings: { contactsForm: 'BEFORE_CHAT', contactFields: ['NAME', 'EMAIL'] },
  })
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Ann')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ann@example.com')
  const { counts, release } = await holdMutation(page, 'setContactInfo')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  // An event is faster than the answer: everything is known.
  await expect.poll(() => callApi(page, 'getContactInfo'), SOON).toMatchObject({ name: 'Ann' })
  await name.fill('Anna Lind')
  release()
  await page.locator('button[aria-busy=false]', { hasText: 'Save' }).waitFor(SOON)
  expect(await name.inputValue()).toBe('Anna Lind')
  await save.click()
  await fieldOf(page).waitFor(SOON)
  const { db } = app.services
  expect(await db.visitor.findFirst({ where: { channelId: widget.id } })).toMatchObject({ name: 'Anna Lind' })
})

test('what was typed into the form for a message is there on the next page, too', async () => {
  const desk = await openDesk(app)
  const widget = await makeWidget(app.services, { accountId: desk.account.id })
  const { page } = await openVisit(app, browser, { shop: { desk, widget } })
  const typed = { Name: 'Ann', 'E-mail': 'ann@example.com', Phone: '+49 30 123456', Message: 'Please write.' }
  for (const [name, text] of Object.entries(typed)) await page.getByRole('textbox', { name }).fill(text)
  await page.reload()
  for (const [name, text] of Object.entries(typed))
    await expect.poll(() => page.getByRole('textbox', { name }).inputValue(), SOON).toBe(text)
})

test('a form that could not be sent says so each time, and leaves the focus at its button', async () => {
  const desk = await openDesk(app)
  const widget = await makeWidget(app.services, { accountId: desk.account.id })
  const { page } = await openVisit(app, browser, { shop: { desk, widget } })
  await page.getByRole('textbox', { name: 'Message' }).fill('Please write to me.')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ann@example.com')
  let fail = () => {}
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('sendOfflineMessage(')) return route.fallback()
    await new Promise<void>((resolve) => {
      fail = resolve
    })
    await route.fulfill({ json: { errors: [{ message: 'Unexpected error.' }] } })
  })
  const send = page.getByRole('button', { name: 'Send' })
  const problem = page.getByRole('alert').getByText('Please try again.')
  for (const count of [1, 2]) {
    const sent = page.waitForRequest((request) => !!request.postData()?.includes('sendOfflineMessage('), SOON)
    await send.press('Enter')
    await sent
    await problem.waitFor({ state: 'detached', ...SOON })
    fail()
    await problem.waitFor(SOON)
    expect(await send.evaluate((button) => button.matches(':focus')), `${count}`).toBe(true)
  }
})

test('what is typed while a message is being left was not sent and stays, and so does the form that was opened meanwhile', async () => {
  const desk = await openDesk(app)
  const operatorIds = desk.operators.map(({ user }) => user.id)
  const widget = await makeWidget(app.services, { accountId: desk.account.id, operatorIds })
  const { page } = await openVisit(app, browser, { shop: { desk, widget } })
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Please write to me.')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ann@example.com')
  const { counts, release } = await holdMutation(page, 'sendOfflineMessage')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  await message.fill('Please write to me. It is urgent.')
  await choose(page, 'Contact details')
  const description = page.getByRole('textbox', { name: 'Name' })
  await description.fill('Ann')
  release()
  await expect.poll(() => counts.given, SOON).toBe(1)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Turn sound off' }).waitFor(SOON)
  expect(await description.inputValue()).toBe('Ann')
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await expect.poll(() => message.inputValue(), SOON).toBe('Please write to me. It is urgent.')
})

/** A confirmation stands in the middle of the window, and not at the end of an empty sheet. */
async function expectCentred(page: Page, text: string): Promise<void> {
  await until(async () => {
    const [said, panel] = await Promise.all([
      page.getByText(text).boundingBox(),
      page.getByRole('dialog').boundingBox(),
    ])
    if (!said || !panel) throw new Error(`“${text}” is not shown.`)
    const middle = said.y + said.height / 2 - panel.y
    expect(middle / panel.height).toBeGreaterThan(0.4)
    expect(middle / panel.height).toBeLessThan(0.65)
  })
}

/** A shop that calls visitors back. */
async function openCallShop() {
  const shop = await openShop(app)
  const { userErrors } = await mutate(shop.desk.admin.execute, 'updateCallSettings', {
    enabled: true,
    balance: 5,
    countries: ['DE', 'FR', 'AT'],
    channelIds: [globalId('Channel', shop.widget.id)],
  })
  expect(userErrors).toEqual([])
  return shop
}

test('a call is ordered with the code of the country that was chosen, and how far it has come is shown, as of the next', async () => {
  const shop = await openCallShop()
  const { page, problems } = await openVisit(app, browser, { shop })
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await page.reload()
  await untilCalled(page, 'svc_onLoad')
  const { db } = app.services
  const { id: visitorId } = await db.visitor.findFirstOrThrow({ where: { channelId: shop.widget.id } })
  await db.visit.update({ where: { visitorId }, data: { geo: { countryCode: 'FR' } } })
  await launcherOf(page).click()
  await choose(page, 'Request a call')
  const country = page.getByRole('combobox', { name: 'Country' })
  await expect
    .poll(() => country.getByRole('option').allTextContents(), SOON)
    .toEqual(['Austria (+43)', 'France (+33)', 'Germany (+49)'])
  // Where the visitor is, whatever language their browser has.
  await expect.poll(() => country.inputValue(), SOON).toBe('FR')
  await country.selectOption('DE')
  const phone = page.getByRole('textbox', { name: 'Phone' })
  await phone.fill('12')
  await page.getByRole('button', { name: 'Call me' }).click()
  await page.getByText('Please check “Phone”.').waitFor(SOON)
  await phone.fill('030 901820')
  await page.getByRole('button', { name: 'Call me' }).click()
  await page.getByText('We are calling +49 030 901820').waitFor(SOON)
  await expectCentred(page, 'We are calling')
  const [call, ...others] = await app.services.db.call.findMany({
    where: { accountId: shop.desk.account.id },
  })
  expect(call?.phone).toBe('+4930901820')
  expect(others).toEqual([])
  await expect.poll(() => namesOn(page), SOON).toContain('svc_onCallStart')

  const [operator] = shop.desk.operators
  const callId = globalId('Call', call?.id ?? '')
  expect((await mutate(operator.execute, 'takeCall', { id: callId })).userErrors).toEqual([])
  await page.getByText('You are being connected.').waitFor(SOON)
  expect((await mutate(operator.execute, 'markCallConnected', { id: callId })).userErrors).toEqual([])
  await page.getByText('You are connected.').waitFor(SOON)
  expect((await mutate(operator.execute, 'endCall', { id: callId })).userErrors).toEqual([])
  await page.getByText('The call has ended.').waitFor(SOON)
  await expect.poll(() => callApi(page, 'startCall', '+49 30 901821'), SOON).toEqual({ result: 'ok' })
  await page.getByText('We are calling +49 30 901821').waitFor(SOON)
  expect(problems).toEqual([])
})

test('a call that is under way is shown on the next page and in every tab, until it has ended', async () => {
  const shop = await openCallShop()
  const { page, context, url, problems } = await openVisit(app, browser, { shop })
  await choose(page, 'Request a call')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+49 30 901820')
  await page.getByRole('button', { name: 'Call me' }).click()
  await page.getByText('We are calling +49 30 901820').waitFor(SOON)
  await page.reload()
  await page.getByText('We are calling +4930901820').waitFor(SOON)

  const call = await app.services.db.call.findFirstOrThrow({ where: { accountId: shop.desk.account.id } })
  const [operator] = shop.desk.operators
  const input = { id: globalId('Call', call.id) }
  expect((await mutate(operator.execute, 'takeCall', input)).userErrors).toEqual([])
  const other = await visitPage(context, url)
  await launcherOf(other).click()
  await choose(other, 'Request a call')
  for (const tab of [page, other]) await tab.getByText('You are being connected.').waitFor(SOON)
  expect((await mutate(operator.execute, 'markCallConnected', input)).userErrors).toEqual([])
  expect((await mutate(operator.execute, 'endCall', input)).userErrors).toEqual([])
  for (const tab of [page, other]) await tab.getByText('The call has ended.').waitFor(SOON)
  await page.reload()
  await page.getByRole('button', { name: 'Call me' }).waitFor(SOON)
  expect(problems).toEqual([])
})

test('a call is shown on every device of its visitor, and to nobody who signs in after them', async () => {
  const shop = await openCallShop()
  const { admin } = shop.desk
  await mutate(admin.execute, 'updateDeveloperSettings', { identitySecret: IDENTITY_SECRET })
  const openAs = async (id: string) => {
    const { page } = await openVisit(app, browser, { shop })
    await signIn(page, id)
    await choose(page, 'Request a call')
    return page
  }
  const signIn = async (page: Page, id: string) =>
    expect(await callApi(page, 'setUserToken', signIdentity({ id }))).toEqual({ result: 'ok' })
  const phone = await openAs('ann')
  const laptop = await openAs('ann')
  await phone.getByRole('textbox', { name: 'Phone' }).fill('+49 30 901820')
  await phone.getByRole('button', { name: 'Call me' }).click()
  await phone.getByText('We are calling +49 30 901820').waitFor(SOON)
  await laptop.getByText('We are calling +4930901820').waitFor(SOON)
  await signIn(laptop, 'bob')
  await laptop.getByRole('button', { name: 'Call me' }).waitFor(SOON)
  await expect.poll(() => laptop.getByText('901820').count(), SOON).toBe(0)
})

test('the conversation is sent to the visitor by e-mail, and can be rated at any time', async () => {
  const { page, chat } = await openVisit(app, browser)
  await say(page, 'Keep this for me')
  await chat()
  await choose(page, 'Send me this conversation')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('änn@exämple.com')
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await choose(page, 'Send me this conversation')
  expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe('änn@exämple.com')
  // Screen readers read out what comes into a region that is there.
  const region = await page.locator('.done').elementHandle(SOON)
  expect(await region?.textContent()).toBe('')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('It is on its way to änn@exämple.com.').waitFor(SOON)
  expect(await region?.textContent()).toBe('It is on its way to änn@exämple.com.')
  const { accountId } = await chat()
  expect(await app.services.db.mail.findMany({ where: { accountId } })).toMatchObject([
    { recipient: 'änn@exämple.com', kind: 'CHAT_LOG' },
  ])
  await choose(page, 'Rate this conversation')
  await page.getByRole('button', { name: 'Good', exact: true }).click()
  await vi.waitFor(async () => expect((await chat()).rating).toBe('POSITIVE'), SOON)
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await messageOf(page, 'Keep this for me').waitFor()
})

test('an operator’s invitation stands beside the launcher, and is answered in the chat', async () => {
  const { page, widget, operator, written, problems } = await openVisit(app, browser)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  // The chat has regions of its own until it is gone.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const visitor = await app.services.db.visitor.findFirstOrThrow({ where: { channelId: widget.id } })
  const invite = (text: string) =>
    mutate(operator.execute, 'inviteVisitor', { visitorId: globalId('Visitor', visitor.id), text })
  // Screen readers read out what comes into a region that is there.
  const region = await page.getByRole('status').elementHandle(SOON)
  expect(await region?.textContent()).toBe('')
  expect((await invite('May I help you?')).userErrors).toEqual([])
  const card = page.getByRole('complementary', { name: `Message from ${operator.user.name}` })
  await card.getByText('May I help you?').waitFor(SOON)
  expect(await region?.textContent()).toContain('May I help you?')
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await card.waitFor({ state: 'detached' })
  await vi.waitFor(
    async () =>
      expect(
        await app.services.db.visitInvitation.findMany({ where: { visitorId: visitor.id } }),
      ).toMatchObject([{ state: 'DISMISSED' }]),
    SOON,
  )
  expect((await invite('Really not?')).userErrors).toEqual([])
  await card.getByRole('button', { name: 'Reply' }).click(SOON)
  const asked = page.locator('.asked', { hasText: 'Really not?' })
  await asked.getByText(operator.user.name).waitFor(SOON)
  await expect
    .poll(() => asked.locator('.avatar').textContent(), SOON)
    .toBe(operator.user.name[0]?.toUpperCase())
  await say(page, 'Well, yes')
  await messageOf(page, 'Well, yes').getByText('Sent').waitFor(SOON)
  const [first] = await written()
  expect(first?.text).toBe('Well, yes')
  const invitations = await app.services.db.visitInvitation.findMany({
    where: { visitorId: visitor.id, state: 'ACCEPTED' },
  })
  expect(invitations.map(({ text }) => text)).toEqual(['Really not?'])
  const rows = () =>
    page.getByRole('region', { name: 'Conversation' }).getByRole('listitem').allTextContents()
  const conversation = [expect.anything(), 'Really not?', expect.stringContaining('Well, yes')]
  await expect.poll(rows, SOON).toEqual(conversation)
  await page.reload()
  await messageOf(page, 'Well, yes').waitFor(SOON)
  await expect.poll(rows, SOON).toEqual(conversation)
  expect(problems).toEqual([])
})

test('a trigger does not take the place of an operator’s invitation, with which the widget grows', async () => {
  const { page, widget, operator } = await openVisit(app, browser)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await untilCalled(page, 'svc_onClose')
  const resized = async () => (await namesOn(page)).filter((name) => name === 'svc_onResize').length
  const before = await resized()
  const { id } = await app.services.db.visitor.findFirstOrThrow({ where: { channelId: widget.id } })
  const input = { visitorId: globalId('Visitor', id), text: 'May I help you?' }
  expect((await mutate(operator.execute, 'inviteVisitor', input)).userErrors).toEqual([])
  const card = page.getByRole('complementary')
  await card.getByText('May I help you?').waitFor(SOON)
  await expect.poll(resized, SOON).toBe(before + 1)
  await page.evaluate(() => Object.assign(window, { look: () => Object.assign(window, { looked: true }) }))
  const conditions = [{ type: 'time_on_page', seconds: 0 }]
  await callApi(page, 'setRules', {
    rules: [
      { id: 'a', conditions, actions: [{ type: 'invite', text: 'Any questions?' }] },
      { id: 'b', conditions, actions: [{ type: 'call_function', name: 'look' }] },
    ],
  })
  await expect.poll(() => page.evaluate(() => 'looked' in window), SOON).toBe(true)
  await card.getByText('May I help you?').waitFor(SOON)
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await card.getByText('Any questions?').waitFor(SOON)
})

test('a long invitation stays on a small screen, with all that can be pressed', async () => {
  const { page, desk, widget } = await openVisit(app, browser)
  await page.setViewportSize({ width: 380, height: 640 })
  await page.getByRole('button', { name: 'Close the chat' }).click()
  const { id } = await app.services.db.visitor.findFirstOrThrow({ where: { channelId: widget.id } })
  const input = { visitorId: globalId('Visitor', id), text: 'May I help you? '.repeat(60) }
  expect((await mutate(desk.operators[0].execute, 'inviteVisitor', input)).userErrors).toEqual([])
  const card = page.getByRole('complementary')
  await card.waitFor(SOON)
  await expect.poll(async () => (await card.boundingBox())?.y, SOON).toBeGreaterThanOrEqual(0)
  await page.getByRole('button', { name: 'Reply' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await card.waitFor({ state: 'detached', ...SOON })
})

test('a paused widget takes no messages: the visitor is asked to leave one, also in a chat, until it goes on', async () => {
  const { page, desk, widget, chat } = await openVisit(app, browser)
  await say(page, 'Hello')
  await messageOf(page, 'Hello').getByText('Sent').waitFor(SOON)
  await chat()
  const id = globalId('Channel', widget.id)
  await mutate(desk.admin.execute, 'pauseChannel', { id })
  await page.getByText('Nobody is here at the moment.').waitFor(SOON)
  await expect.poll(() => fieldOf(page).count(), SOON).toBe(0)
  expect(await callApi(page, 'chatMode')).toBe('offline')
  await page.getByRole('button', { name: 'Leave a message' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Message' }).fill('Write to me.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('We have your message').waitFor(SOON)
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', (await chat()).id) })
  await page.getByText('How was this conversation?').waitFor(SOON)
  await expect.poll(() => page.getByText('Write to start a new one.').count(), SOON).toBe(0)
  await mutate(desk.admin.execute, 'resumeChannel', { id })
  await page.getByText('Write to start a new one.').waitFor(SOON)
  await fieldOf(page).waitFor(SOON)
  expect(await callApi(page, 'chatMode')).toBe('online')
})

test('what the server refuses is said in the language of the widget', async () => {
  const shop = await openShop(app, { locale: 'de', sound: false })
  const { desk, widget } = shop
  await mutate(desk.admin.execute, 'updateCallSettings', {
    enabled: true,
    balance: 5,
    countries: ['DE', 'AT'],
    channelIds: [globalId('Channel', widget.id)],
  })
  const { page, chat } = await openVisit(app, browser, { shop })
  const field = page.getByRole('textbox', { name: 'Nachricht schreiben …' })
  await field.fill('Hallo')
  await field.press('Enter')
  const { visitorId } = await chat()
  await page.locator('input[type=file]').setInputFiles({
    name: 'big.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(app.services.env.files.maxBytes + 1),
  })
  await page.getByText('Nicht gesendet: Die Datei ist größer als').waitFor(SOON)
  const chooseItem = async (item: string) => {
    await page.getByRole('button', { name: 'Mehr' }).click()
    await page.getByRole('listitem').getByRole('button', { name: item }).click()
  }
  await chooseItem('Rückruf anfordern')
  await page.getByRole('textbox', { name: 'Telefon' }).fill('12')
  await page.getByRole('button', { name: 'Jetzt anrufen lassen' }).click()
  await page.getByText('Bitte prüfen: Telefon.').waitFor(SOON)
  await page.getByRole('textbox', { name: 'Telefon' }).fill('+44 20 7946 0018')
  await page.getByRole('button', { name: 'Jetzt anrufen lassen' }).click()
  await page.getByText('Nummern aus diesem Land rufen wir nicht an.').waitFor(SOON)
  for (let count = 0; count < 5; count++) await limitVisitor(app.services, { visitorId }, 'mail')
  await chooseItem('Gespräch zusenden')
  await page.getByRole('textbox', { name: 'E-Mail' }).fill('ada@example.com')
  await page.getByRole('button', { name: 'Senden' }).click()
  await page.getByText('Zu viele Versuche.').waitFor(SOON)
})

test('outside the hours an open window says when it opens, and takes a message; within them it is a chat again', async () => {
  const { page, desk } = await openVisit(app, browser)
  await page.getByText('Online').waitFor(SOON)
  const opensAt = new Date(Math.ceil(Date.now() / 60_000 + 600) * 60_000)
  await mutate(desk.admin.execute, 'updateBusinessHours', { closedUntil: opensAt.toISOString() })
  const time = await page.evaluate(
    (at) =>
      new Date(at).toLocaleString(navigator.language, {
        weekday: 'long',
        hour: 'numeric',
        minute: '2-digit',
      }),
    opensAt.toISOString(),
  )
  await page.getByText(`Back: ${time}`).waitFor(SOON)
  await page.getByRole('textbox', { name: 'Message' }).waitFor(SOON)
  expect(await callApi(page, 'chatMode')).toBe('offline')
  await mutate(desk.admin.execute, 'updateBusinessHours', { closedUntil: null })
  await page.getByText('Online').waitFor(SOON)
  expect(await callApi(page, 'chatMode')).toBe('online')
})
