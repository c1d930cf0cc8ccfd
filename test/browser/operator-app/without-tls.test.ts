import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { INSECURE_HOST } from '../../support/chromium.ts'
import { openDesk, reply } from '../../support/desk.ts'
import { globalId } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, openWindow } = withBrowser()

test('on a page without TLS everything can be sent, and what browsers do not offer there is said', async () => {
  const desk = await openDesk(app)
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const { id: chatId } = await desk.chatOf(visitor)
  await reply(desk.admin, chatId, 'Good morning')
  const page = await openWindow()
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const url = app.url.replace('127.0.0.1', INSECURE_HOST)
  const [name = '', value = ''] = desk.admin.cookie.split('=')
  await page.context().addCookies([{ name, value, url }])
  await page.goto(`${url}/inbox/mine/${encodeURIComponent(globalId('Chat', chatId))}`)
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.waitFor(SOON)
  await expect.poll(() => page.evaluate(() => isSecureContext), SOON).toBe(false)

  const text = `Written without TLS ${randomUUID()}`
  await composer.fill(text)
  await page.keyboard.press('Enter')
  await expect.poll(() => app.services.db.message.count({ where: { chatId, text } }), SOON).toBe(1)

  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('some notes') }
  await page.locator('input[type=file]').first().setInputFiles(file)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect.poll(() => send.isEnabled(), SOON).toBe(true)
  await send.click()
  await expect
    .poll(() => app.services.db.message.count({ where: { chatId, fileId: { not: null } } }), SOON)
    .toBe(1)

  await page.getByRole('button', { name: 'Record a voice message' }).click()
  await page.getByText('The microphone is not available here').waitFor(SOON)

  await page.goto(`${url}/settings/channels/${encodeURIComponent(globalId('Channel', desk.channel.id))}`)
  await page
    .getByRole('button', { name: /^Copy: / })
    .first()
    .click(SOON)
  await page.getByText('Select the text and copy it yourself').waitFor(SOON)
  expect(errors).toEqual([])
})
