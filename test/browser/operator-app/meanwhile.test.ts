import { expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/desk.ts'
import { mutate } from '../../support/graphql-client.ts'
import { holdAnswers, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser({ loadsAhead: false })

const rulesOf = async ({ admin }: Desk) => {
  const { data } = await admin.execute('{ routingSettings { rules { name priority } } }')
  const { rules } = (data as { routingSettings: { rules: { name: string; priority: string }[] } })
    .routingSettings
  return rules.map(({ name, priority }) => `${name} ${priority}`)
}
const setRules = ({ admin }: Desk, ...names: string[]) =>
  mutate(admin.execute, 'updateRoutingSettings', {
    rules: names.map((name) => ({ name, enabled: true, priority: 'HIGH', conditions: [] })),
  })

test('a rule of a colleague is not replaced by one that is made, edited or deleted when it comes', async () => {
  const desk = await openDesk(app)
  await setRules(desk, 'First', 'Second')
  const page = await open(desk.admin, '/settings/routing')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await page.getByRole('button', { name: 'Change Second' }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('Low')
  await setRules(desk, 'Theirs', 'First', 'Second')
  await row('Theirs').waitFor({ state: 'attached', ...SOON })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached', ...SOON })
  await expect.poll(() => rulesOf(desk), SOON).toEqual(['Theirs HIGH', 'First HIGH', 'Second LOW'])

  await page.getByRole('button', { name: 'Delete Second' }).click()
  await setRules(desk, 'First')
  await row('Theirs').waitFor({ state: 'detached', ...SOON })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Somebody has changed or deleted this rule meanwhile.').waitFor(SOON)
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('Low')
  await setRules(desk, 'First', 'Theirs')
  await row('Theirs').waitFor({ state: 'attached', ...SOON })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => rulesOf(desk), SOON).toEqual(['First HIGH', 'Theirs HIGH', 'Mine LOW'])
})

test('a target that is entered before the answer to the one before it does not undo that', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/routing')
  const { counts, release } = await holdAnswers(page, 'UpdateRoutingSettings')
  await page.getByRole('textbox', { name: 'Minutes until the first reply: All other chats' }).fill('5')
  await page.keyboard.press('Tab')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.getByRole('textbox', { name: 'Minutes until it is closed: All other chats' }).fill('60')
  await page.keyboard.press('Tab')
  release()
  await expect.poll(() => counts.given, SOON).toBe(2)
  const { data } = await admin.execute('{ routingSettings { targets { firstReplyMinutes closingMinutes } } }')
  expect(data).toEqual({ routingSettings: { targets: [{ firstReplyMinutes: 5, closingMinutes: 60 }] } })
})
