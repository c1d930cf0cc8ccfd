import { expect, test } from 'vitest'
import { openDesk, type Person, reply } from '../../support/desk.ts'
import { makeUser, signedIn } from '../../support/factories.ts'
import { graphqlAs } from '../../support/graphql-client.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('a supervisor sees who is there, sets somebody away, who is told, and joins their chat silently', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const user = await makeUser(app.services, { accountId: desk.account.id, role: 'SUPERVISOR', name: 'Sam' })
  await app.services.db.channelOperator.create({ data: { channelId: desk.channel.id, userId: user.id } })
  const { cookie, viewer } = await signedIn(app.services, user.id)
  const sam: Person = { user, viewer, cookie, execute: graphqlAs(app.url, { cookie }) }
  await desk.say('v', 'Hello')
  const { id: chatId } = await desk.chatOf('v')

  const page = await open(sam, '/team')
  const row = page.getByRole('row').filter({ hasText: dora.user.name })
  await row.getByText('Offline').waitFor(SOON)
  const screen = await open(dora)
  await row.getByText('Online').waitFor(SOON)
  await reply(dora, chatId, 'Hi')
  const figures = async () => (await row.getByRole('cell').allInnerTexts()).slice(2, 6)
  await expect.poll(figures, SOON).toEqual(['1', '–', '0', '1'])
  await expectAccessible(page)

  await row.getByRole('button', { name: `Actions for ${dora.user.name}` }).click()
  await page.getByRole('menuitem', { name: 'Set as away: Meeting' }).click()
  await row.getByText('Away: Meeting').waitFor(SOON)
  await screen.getByText('Sam set you as away (Meeting).').first().waitFor(SOON)
  await screen.getByRole('button', { name: 'I am back' }).click()
  await row.getByText('Online').waitFor(SOON)
  await screen.keyboard.press('Control+k')
  await screen.keyboard.type('away lunch')
  await screen.getByText('Set yourself as away: Lunch').waitFor(SOON)
  await screen.keyboard.press('Enter')
  await row.getByText('Away: Lunch').waitFor(SOON)
  await screen.getByRole('button', { name: /^Your account/ }).click()
  await screen.getByRole('menuitem', { name: 'Set yourself as available' }).click()
  await row.getByText('Online').waitFor(SOON)

  await row.getByRole('button', { name: `Actions for ${dora.user.name}` }).click()
  await page.getByRole('menuitem', { name: `Show the chat of ${dora.user.name}` }).click()
  await page.locator('a[data-chat]').click()
  await page.locator('#content').getByText('Hi', { exact: true }).waitFor(SOON)
  await page.keyboard.press('m')
  await page.getByText('You are here silently').waitFor(SOON)
  await screen.goto(`${app.url}/inbox/mine`)
  await screen.locator('a[data-chat]').click()
  await screen.getByText('Sam (silently)').waitFor(SOON)
  await screen.getByText('Sam joined silently').waitFor(SOON)
  await page.getByRole('button', { name: 'Leave silently' }).click()
  await screen.getByText('Sam left silently').waitFor(SOON)
  await screen.getByText('Sam (silently)').waitFor({ state: 'hidden', ...SOON })
  await expect.poll(() => screen.getByRole('link', { name: 'Team' }).count(), SOON).toBe(0)
})

test('an operator is told who sees the team, and nothing is asked that the server refuses', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.operators[0], '/inbox/waiting')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.postData() ?? ''))
  await page.goto(`${app.url}/team`)
  await page.getByText('Only supervisors and admins see the team').waitFor(SOON)
  // Who is there is read for every page: it would be followed by the numbers of the team.
  await expect.poll(() => asked.some((query) => query.includes('query ChatCounts')), SOON).toBe(true)
  expect(asked.filter((query) => query.includes('query Team'))).toEqual([])
})
