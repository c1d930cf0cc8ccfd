import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { returnLeftChats } from '../../../server/domain/chats/return-left-chats.ts'
import { openDesk, reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

const chatPath = (id: string) => `/inbox/all/${encodeURIComponent(globalId('Chat', id))}`

test('what is typed right after R is sent and accepts the chat, also while no request is answered yet', async () => {
  const desk = await openDesk(app)
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  const page = await open(desk.operators[0], chatPath(id))
  await page.getByRole('textbox', { name: 'Message' }).waitFor(SOON)
  let release = () => {}
  const isTyped = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/graphql', async (route) => {
    await isTyped
    await route.continue()
  })
  await page.getByText('Sending accepts the chat').waitFor(SOON)
  await page.locator('#content').focus()
  await page.keyboard.press('r')
  await page.keyboard.type('First')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Second, begun at once')
  release()
  const texts = async () => {
    const rows = await app.services.db.message.findMany({ where: { chatId: id, author: 'OPERATOR' } })
    return rows.map(({ text }) => text)
  }
  await expect.poll(texts).toEqual(['First'])
  await page.getByText('Sending accepts the chat').waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue(), SOON)
    .toBe('Second, begun at once')
})

test('a text for a chat that a colleague has taken is kept, and the colleague’s chat can be taken over', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators
  if (!max) throw new Error('There are two operators.')
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  const page = await open(max, chatPath(id), 380)
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.fill('What I wrote')
  const text = 'Mine first'
  await mutate(dora.execute, 'sendMessage', {
    chatId: globalId('Chat', id),
    idempotencyKey: randomUUID(),
    text,
  })
  const footer = page.locator('footer')
  await footer.getByText(`${dora.user.name} (offline) is answering this visitor.`).waitFor(SOON)
  await footer.getByText('What I wrote').waitFor(SOON)
  await footer.getByRole('button', { name: 'Take over' }).click()
  await page.getByText(`${max.user.name} took the chat over from ${dora.user.name}`).waitFor(SOON)
  await expect.poll(() => composer.inputValue(), SOON).toBe('What I wrote')
})

test('whoever is in a chat that a colleague takes over is told, wherever they are', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators
  if (!max) throw new Error('There are two operators.')
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  await reply(dora, id, 'Hi')
  const page = await open(dora, '/settings/profile')
  const colleague = await open(max, '/inbox/mine')
  await mutate(max.execute, 'takeOverChat', { chatId: globalId('Chat', id) })
  const toast = page.getByRole('listitem').filter({ hasText: `${max.user.name} took over your chat with` })
  await toast.getByRole('button', { name: 'Show' }).click(SOON)
  await page.locator('footer').getByText(`${max.user.name} is answering this visitor.`).waitFor(SOON)
  await colleague.locator('a[data-chat]').waitFor(SOON)
  expect(await colleague.getByText('took over your chat').count()).toBe(0)
})

test('an admin sets the minutes after which a chat returns, and whoever left it is told in every tab', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators
  if (!max) throw new Error('There are two operators.')
  const settings = await open(desk.admin, '/settings/chats')
  const minutes = settings.getByLabel('Return a chat to Waiting')
  await minutes.fill('61')
  await settings.getByText('Enter 1 to 60 minutes, or nothing.').waitFor(SOON)
  await minutes.fill('1')
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.getByText('Saved').waitFor(SOON)

  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  await reply(dora, id, 'Hi')
  const page = await open(dora, '/inbox/mine')
  const otherTab = await page.context().newPage()
  await otherTab.goto(`${app.url}/settings/profile`)
  await mutate(dora.execute, 'setAvailability', { available: false })
  await desk.say('v', 'Are you there?')
  const at = new Date(Date.now() - 120_000)
  const { db } = app.services
  await db.user.update({ where: { id: dora.user.id }, data: { goneAt: at } })
  await db.chatMember.updateMany({ where: { chatId: id }, data: { joinedAt: at } })
  await db.message.updateMany({ where: { chatId: id, author: 'OPERATOR' }, data: { createdAt: at } })
  await returnLeftChats(app.services)
  const barOf = (tab: typeof page) => tab.getByText('While you were gone')
  await Promise.all([barOf(page).waitFor(SOON), barOf(otherTab).waitFor(SOON)])
  // A colleague has it now; it was taken from her all the same.
  await mutate(max.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  await page.goto(`${app.url}/inbox/all/${encodeURIComponent(globalId('Chat', id))}`)
  await page.locator('footer').getByText(`${max.user.name} (offline) is answering`).waitFor(SOON)
  await expect.poll(() => barOf(otherTab).count(), SOON).toBe(1)
  await page.getByRole('button', { name: 'Understood' }).click()
  await barOf(page).waitFor({ state: 'hidden', ...SOON })
  await barOf(otherTab).waitFor({ state: 'hidden', ...SOON })
})
