import { expect, onTestFinished, test } from 'vitest'
import { returnSnoozedChats } from '../../../server/domain/chats/return-snoozed-chats.ts'
import { openDesk, reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { startReceiver } from '../../support/receiver.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('a chat that was snoozed before the page was loaded comes back with a notice', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  await reply(operator, id, 'I will ask')
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await mutate(operator.execute, 'snoozeChat', { chatId: globalId('Chat', id), until })
  const page = await open(operator, '/inbox/mine')
  await app.services.db.chat.update({ where: { id }, data: { snoozedUntil: new Date(Date.now() - 1000) } })
  await returnSnoozedChats(app.services)
  await page.getByText('No longer snoozed:').first().waitFor(SOON)
})

test('S and Enter snooze a chat for an hour', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  await reply(operator, id, 'I will ask')
  const page = await open(operator, `/inbox/mine/${encodeURIComponent(globalId('Chat', id))}`)
  await page.locator('#content').getByText('I will ask').waitFor(SOON)
  await page.locator('#content').focus()
  await page.keyboard.press('s')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent), SOON)
    .toContain('In an hour')
  await page.keyboard.press('Enter')
  const snoozed = () => app.services.db.chat.count({ where: { id, snoozedUntil: { not: null } } })
  await expect.poll(snoozed, SOON).toBe(1)
})

test('a reply that fails after its chat was closed is told to whoever wrote it, also after a reload', async () => {
  const client = await startReceiver({ status: 400 })
  onTestFinished(() => client.stop())
  const desk = await openDesk(app, { serverUrl: client.url })
  const [operator] = desk.operators
  await desk.say('v', 'Hello')
  const { id: chatId } = await desk.chatOf('v')
  await reply(operator, chatId, 'Hi')
  const { db } = app.services
  const failed = () => db.outboxItem.findFirst({ where: { chatId, kind: 'CLIENT_REPLY', state: 'FAILED' } })
  await expect.poll(failed, SOON).not.toBeNull()
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  const page = await open(operator, '/inbox/waiting')
  await mutate(operator.execute, 'retryDelivery', { id: globalId('Delivery', (await failed())?.id ?? '') })
  await page.getByText('Not delivered to').first().waitFor(SOON)
})
