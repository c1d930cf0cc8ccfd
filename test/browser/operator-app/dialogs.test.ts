import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { makeUser } from '../../support/factories.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import { SOON, startWithBrowser } from '../support.ts'

const { app, open } = startWithBrowser(startSwitchboard)

test('a dialog closes when one goes back to another chat, which nobody meant with it, and shortcuts work there', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  for (const name of ['Anna', 'Bert']) {
    await desk.post({ sender: { id: name, name }, message: { type: 'text', text: `This is ${name}` } })
    const { id } = await desk.chatOf(name)
    await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  }
  const page = await open(operator, '/inbox/mine')
  const show = async (name: string) => {
    await page
      .getByRole('link')
      .filter({ hasText: `This is ${name}` })
      .click(SOON)
    await page.getByRole('heading', { level: 2, name }).first().waitFor(SOON)
  }
  const dialog = page.getByRole('dialog')
  const back = async () => {
    await page.goBack()
    await page.getByRole('heading', { level: 2, name: 'Anna' }).first().waitFor(SOON)
    await expect.poll(() => dialog.count(), SOON).toBe(0)
  }
  await show('Anna')
  await show('Bert')
  await page.getByRole('button', { name: 'Transfer' }).click()
  await dialog.waitFor(SOON)
  await back()
  await page.keyboard.press('i')
  await dialog.waitFor(SOON)
  await page.keyboard.press('Escape')
  await show('Bert')
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Phone').fill('+49 30 1234567')
  await back()
})

test('a chat is offered only to people of its channel', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, colleague] = desk.operators
  const stranger = await makeUser(app.services, { accountId: desk.account.id })
  await desk.say('v', 'This is for sales')
  const chatId = globalId('Chat', (await desk.chatOf('v')).id)
  await mutate(operator.execute, 'acceptChat', { chatId })
  const page = await open(operator, `/inbox/mine/${encodeURIComponent(chatId)}`)
  await page.getByRole('button', { name: 'Transfer' }).click(SOON)
  await page.getByRole('option', { name: colleague?.user.name }).waitFor(SOON)
  await expect.poll(() => page.getByRole('option', { name: stranger.name }).count(), SOON).toBe(0)
})
