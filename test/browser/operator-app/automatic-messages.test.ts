import { expect, test } from 'vitest'
import { sendAutomaticMessages } from '../../../server/domain/automatic-messages/send-automatic-messages.ts'
import { openDesk } from '../../support/desk.ts'
import { globalId } from '../../support/graphql-client.ts'
import { makeWidget } from '../../support/widget.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('an admin sets up a greeting in two languages and a rating request by key, and operators see it marked as automatic', async () => {
  const desk = await openDesk(app)
  const channelId = globalId('Channel', desk.channel.id)
  const page = await open(desk.admin, `/settings/channels/${encodeURIComponent(channelId)}`, 380)
  await page.getByRole('tab', { name: 'Automatic' }).click()
  const greeting = page.getByRole('group', { name: 'Greeting' })
  await greeting.getByRole('switch', { name: 'Greeting' }).press('Space')
  await greeting.getByLabel('After').fill('0')
  await greeting.getByRole('textbox', { name: 'Text', exact: true }).fill('We are with you soon.')
  await greeting.getByRole('button', { name: 'Add a language' }).press('Enter')
  await greeting.getByLabel('Language', { exact: true }).last().fill('de')
  await greeting.getByRole('textbox', { name: 'Text', exact: true }).last().fill('Wir sind gleich da.')
  const rating = page.getByRole('group', { name: 'Rating request' })
  await rating.getByRole('switch', { name: 'Rating request' }).press('Space')
  await rating.getByRole('textbox', { name: 'Text', exact: true }).fill('How was it?')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Saved').first().waitFor(SOON)
  const where = { channelId: desk.channel.id, kind: 'RATING_REQUEST' } as const
  expect(await app.services.db.automaticMessage.findFirst({ where })).toMatchObject({
    enabled: true,
    texts: [{ text: 'How was it?' }],
  })

  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  const thread = await open(desk.operators[0], `/inbox/all/${encodeURIComponent(globalId('Chat', id))}`)
  await thread.getByText('Hello').last().waitFor(SOON)
  await sendAutomaticMessages(app.services)
  await thread.getByText('We are with you soon.').waitFor(SOON)
  await thread.getByText('Automatic message', { exact: true }).waitFor(SOON)
  // The list goes on showing what the visitor asked.
  await expect.poll(() => thread.locator('a[data-chat]').innerText(), SOON).toContain('Hello')
  await expectAccessible(thread)
})

test('a channel is offered the messages of its kind: the widget asks for a rating by itself', async () => {
  const { account, admin } = await openDesk(app)
  const { id } = await makeWidget(app.services, { accountId: account.id, operatorIds: [] })
  const page = await open(admin, `/settings/channels/${encodeURIComponent(globalId('Channel', id))}`)
  await page.getByRole('tab', { name: 'Automatic' }).click()
  await page.getByRole('group', { name: 'Closing' }).waitFor(SOON)
  await expect.poll(() => page.getByRole('group', { name: 'Rating request' }).count(), SOON).toBe(0)
})
