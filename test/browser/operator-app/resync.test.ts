import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('while another visitor is erased, what is being typed goes on, and every list has its chats afterwards', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const say = async (visitor: string, { isClosed = false } = {}) => {
    await desk.say(visitor, `This is ${visitor}`)
    const chat = await desk.chatOf(visitor)
    const chatId = globalId('Chat', chat.id)
    await mutate(operator.execute, 'acceptChat', { chatId })
    if (isClosed) await mutate(operator.execute, 'closeChat', { chatId })
    return chat
  }
  await say('Anna')
  await say('Bert', { isClosed: true })
  const { visitorId } = await say('Carl', { isClosed: true })
  const page = await open(operator, '/inbox/closed')
  const row = (name: string) => page.getByRole('link').filter({ hasText: `This is ${name}` })
  await row('Bert').waitFor(SOON)
  await row('Carl').waitFor(SOON)
  await page.getByRole('link', { name: /^Mine/ }).click()
  await row('Anna').click(SOON)
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.pressSequentially('Hello th')
  const readAgain = page.waitForResponse(
    (response) => response.request().postData()?.includes('query ChatCounts') ?? false,
    SOON,
  )
  await mutate(desk.admin.execute, 'eraseVisitor', { id: globalId('Visitor', visitorId) })
  await readAgain
  await page.keyboard.type('ere')
  await expect.poll(() => field.inputValue(), SOON).toBe('Hello there')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('link', { name: 'Closed' }).click()
  await row('Bert').waitFor(SOON)
  await expect.poll(() => row('Carl').count(), SOON).toBe(0)
})
