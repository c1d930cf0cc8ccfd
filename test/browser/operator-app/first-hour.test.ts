import { expect, test } from 'vitest'
import { makeAccount, signedIn } from '../../support/factories.ts'
import { graphqlAs } from '../../support/graphql-client.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import { makeWidget, openBrowser, write } from '../../support/widget.ts'
import { expectAccessible, SOON, startWithBrowser } from '../support.ts'

const { app, open } = startWithBrowser(startSwitchboard, { loadsAhead: false })

async function newAccount() {
  const { account, admin: user } = await makeAccount(app.services)
  const { cookie, viewer } = await signedIn(app.services, user.id)
  const widget = await makeWidget(app.services, { accountId: account.id })
  return { account, widget, admin: { user, cookie, viewer, execute: graphqlAs(app.url, { cookie }) } }
}

test('the empty inbox of a new account is a checklist that fills itself, until a visitor is answered', async () => {
  const { account, widget, admin } = await newAccount()
  const page = await open(admin, '/')
  const steps = page.getByRole('region', { name: 'Get started' })
  const step = (title: string) => steps.getByRole('listitem').filter({ hasText: title })
  await step('Put the widget on your website').getByText(`data-id="${widget.publicId}"`).waitFor(SOON)
  await steps.getByText('0 of 6 done').waitFor(SOON)
  await expectAccessible(page)

  const visitor = await openBrowser(app.url, widget.publicId, { url: 'https://shop.example/' })
  // The page looks again when somebody comes back to it.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await step('Put the widget').getByText('Seen on shop.example').waitFor(SOON)
  await write(visitor, 'Hello')
  await step('Write the first message').getByText('(Done)').waitFor(SOON)

  await step('Invite a colleague').getByRole('link').click()
  await page.getByRole('button', { name: 'Invite somebody' }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('anna@example.com')
  await expect.poll(() => dialog.getByLabel(widget.name).isChecked(), SOON).toBe(true)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click(SOON)
  await page.getByText(`Operator · ${widget.name}`).waitFor(SOON)

  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByLabel('Name').fill('Shop & Sons')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved').waitFor(SOON)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menu').getByText('Shop & Sons').waitFor(SOON)
  await page.keyboard.press('Escape')
  await page.goto(app.url)
  await steps.getByText('4 of 6 done').waitFor(SOON)

  await step('Answer it').getByRole('link').click()
  await page.getByRole('link', { name: /Hello/ }).first().click(SOON)
  await page.getByRole('button', { name: 'Accept' }).click(SOON)
  await expect
    .poll(() => app.services.db.chat.count({ where: { accountId: account.id, status: 'ACTIVE' } }), SOON)
    .toBe(1)
  await page.goto(app.url)
  await page.getByText('No chat is open').waitFor(SOON)
  await expect.poll(() => steps.count(), SOON).toBe(0)
})

test('where one pane fits, the checklist stands in place of the empty list', async () => {
  const { admin } = await newAccount()
  const page = await open(admin, '/', 380)
  await page.getByRole('heading', { name: 'Get started' }).waitFor(SOON)
  await expect.poll(() => page.getByRole('heading', { name: 'Get started' }).count(), SOON).toBe(1)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), SOON)
    .toBeLessThanOrEqual(380)
  await expectAccessible(page)
})
