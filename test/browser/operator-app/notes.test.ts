import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDesk, type Person, reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { until } from '../../support/until.ts'
import { expectAccessible, holdAnswers, SOON, typeQuickly, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('a note that mentions a colleague is written by key, found by them among the views, and read', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  await desk.say('v', 'Where is my parcel?')
  const path = `/inbox/all/${encodeURIComponent(globalId('Chat', (await desk.chatOf('v')).id))}`
  const colleague = await open(max, '/inbox/waiting', 380)
  const page = await open(dora, path)
  await page.locator('#content').getByText('Where is my parcel?').waitFor(SOON)
  await page.locator('#content').focus()
  await page.keyboard.press('n')
  await page.getByPlaceholder('Only operators see this').waitFor(SOON)
  await page.keyboard.type(`Please ask the carrier @${max.user.name.slice(0, 4)}`)
  await page.getByRole('option').first().waitFor(SOON)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.locator('#content').getByText('Please ask the carrier').waitFor(SOON)

  await colleague.getByRole('button', { name: 'Views' }).click(SOON)
  const views = colleague.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: '1 mention that you have not seen' }).click(SOON)
  await expectAccessible(colleague)
  await colleague.getByRole('link').filter({ hasText: 'Please ask the carrier' }).click(SOON)
  await colleague.locator('#content').getByText('Please ask the carrier').waitFor(SOON)
  const unseen = async () =>
    (await max.execute('{ viewer { unseenMentions { id } } }')).data.viewer.unseenMentions
  await expect.poll(unseen, SOON).toEqual([])
})

test('a mention leads to its note, and counts as seen only when the note was on the screen', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  await desk.say('v', 'Where is my parcel?')
  const { id } = await desk.chatOf('v')
  const chatId = globalId('Chat', id)
  const mentionedIds = [globalId('Operator', max.user.id)]
  // So long that no screen shows a fifth of it.
  const text = `Please ask the carrier${'\nand the one before'.repeat(200)}`
  const note = { idempotencyKey: randomUUID(), chatId, text, mentionedIds }
  await mutate(dora.execute, 'writeNote', note)
  for (let line = 1; line <= 60; line += 1) await reply(dora, id, `Line ${line}`)
  const unseen = async () =>
    (await max.execute('{ viewer { unseenMentions { id } } }')).data.viewer.unseenMentions.length
  const page = await open(max, `/inbox/all/${encodeURIComponent(chatId)}`)
  await page.locator('#content').getByText('Line 60', { exact: true }).waitFor(SOON)
  await typeQuickly(page, 'gn')
  const link = page.getByRole('link').filter({ hasText: 'Please ask the carrier' })
  await link.waitFor(SOON)
  await expect.poll(unseen, SOON).toBe(1)
  await link.click(SOON)
  await page.locator('.found', { hasText: 'Please ask the carrier' }).waitFor(SOON)
  await expect.poll(unseen, SOON).toBe(0)
  await expectAccessible(page)
})

test('a chat that fits the screen counts as read also when a mention has led to it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  await desk.say('v', 'Where is my parcel?')
  const chatId = globalId('Chat', (await desk.chatOf('v')).id)
  const mentionedIds = [globalId('Operator', max.user.id)]
  const note = { idempotencyKey: randomUUID(), chatId, text: 'Please look', mentionedIds }
  await mutate(dora.execute, 'writeNote', note)
  const page = await open(max, '/mentions')
  await page.getByRole('link').filter({ hasText: 'Please look' }).click(SOON)
  await page.locator('.found', { hasText: 'Please look' }).waitFor(SOON)
  await desk.say('v', 'Are you there?')
  const lastRead = async () => {
    const { data } = await max.execute(
      'query ($id: ID!) { node(id: $id) { ... on Chat { viewerLastReadSeq } } }',
      {
        id: chatId,
      },
    )
    return data.node.viewerLastReadSeq
  }
  await expect.poll(lastRead, SOON).toBe(3)
})

test('a mention is gone when its note no longer has it, also when two changes are read at once', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  await desk.say('v', 'Where is my parcel?')
  const chatId = globalId('Chat', (await desk.chatOf('v')).id)
  const mentionedIds = [globalId('Operator', max.user.id)]
  const note = { idempotencyKey: randomUUID(), chatId, text: 'Please ask', mentionedIds }
  const { note: written } = await mutate(dora.execute, 'writeNote', note, 'note { id }')
  const page = await open(max, '/inbox/waiting')
  const link = page.getByRole('link', { name: '1 mention that you have not seen' })
  await link.waitFor(SOON)
  const { counts, release } = await holdAnswers(page, 'UnseenMentions')
  const edit = (text: string, ids: string[]) =>
    mutate(dora.execute, 'editMessage', { id: written.id, text, mentionedIds: ids })
  await edit('Please ask the carrier', mentionedIds)
  await expect.poll(() => counts.held, SOON).toBe(1)
  await edit('I have asked the carrier', [])
  await expect.poll(() => counts.held, SOON).toBe(2)
  release()
  await link.waitFor({ state: 'detached', ...SOON })
  // The second has read what the first would.
  expect(counts.held).toBe(2)
})

test('N goes to the note, and from it back to the reply', async () => {
  const desk = await openDesk(app)
  await desk.say('v', 'Where is my parcel?')
  const chatId = globalId('Chat', (await desk.chatOf('v')).id)
  const page = await open(desk.operators[0], `/inbox/waiting/${encodeURIComponent(chatId)}`)
  const note = page.getByPlaceholder('Only operators see this')
  await page.getByRole('textbox', { name: 'Message' }).waitFor(SOON)
  await page.locator('#content').focus()
  await page.keyboard.press('n')
  await note.waitFor(SOON)
  await expect.poll(() => note.evaluate((field) => field === document.activeElement), SOON).toBe(true)
  await page.locator('#content').focus()
  await until(async () => {
    await page.keyboard.press('n')
    expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(1)
  })
})
