import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('an admin has chats offered in turn, and the operator whose turn it is accepts theirs', async () => {
  const desk = await openDesk(app)
  const admin = await open(desk.admin, '/settings/routing')
  await admin.getByRole('combobox', { name: /^Routing of/ }).selectOption('Offer in turn')
  await admin.getByRole('textbox', { name: /^Seconds to answer/ }).fill('60')
  await admin.keyboard.press('Tab')
  const limit = admin.getByRole('textbox', { name: `Chats at once for ${desk.operators[0].user.name}` })
  await limit.fill('0')
  await admin.keyboard.press('Tab')
  await admin.getByText('Enter 1 to 100 chats, or nothing.').waitFor(SOON)
  expect(await limit.inputValue()).toBe('')
  await limit.fill('4')
  await admin.keyboard.press('Tab')
  const settings = () =>
    app.services.db.channel.findUniqueOrThrow({
      where: { id: desk.channel.id },
      select: {
        routing: true,
        offerSeconds: true,
        operators: { select: { user: { select: { maxChats: true } } } },
      },
    })
  await expect
    .poll(settings, SOON)
    .toEqual({ routing: 'ROUND_ROBIN', offerSeconds: 60, operators: [{ user: { maxChats: 4 } }] })
  await expectAccessible(admin)

  const page = await open(desk.operators[0])
  await desk.say('v', 'Is anybody there?')
  const offer = page.locator('article').filter({ hasText: 'This chat is waiting for you' })
  await offer.waitFor(SOON)
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Accept' }).click()
  await page.getByText(`Offered to ${desk.operators[0].user.name}`).waitFor(SOON)
  await offer.waitFor({ state: 'hidden', ...SOON })
  await expect.poll(async () => (await desk.chatOf('v')).status, SOON).toBe('ACTIVE')
})
