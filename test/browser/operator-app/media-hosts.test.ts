import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { globalId } from '../../support/graphql-client.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, enter } = withBrowser()

const PICTURE = 'https://files.example.com/shoe.png'
const HELD = 'Show: shoe.png'

/** How often a page asks for the picture, which is never fetched from where it claims to lie. */
async function countFetches(page: Page) {
  let fetches = 0
  await page.route('https://files.example.com/**', (route) => {
    fetches += 1
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    })
  })
  return () => fetches
}

test('an admin has a host’s pictures shown in a channel: everybody sees them from then on, and before only on request', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.post({ sender: { id: 'v' }, message: { type: 'photo', file: PICTURE } })
  const { id } = await desk.chatOf('v')
  const path = `/inbox/waiting/${encodeURIComponent(globalId('Chat', id))}`
  const [theirs, ours] = [await enter(operator), await enter(desk.admin)]
  const [theirFetches, ourFetches] = [await countFetches(theirs), await countFetches(ours)]
  for (const page of [theirs, ours]) await page.goto(app.url + path)
  for (const page of [theirs, ours]) await page.getByRole('button', { name: HELD }).waitFor(SOON)
  const always = { name: 'Always show from files.example.com' }
  // It is the admins' to decide: the host learns the addresses of all who answer the channel.
  await expect.poll(() => theirs.getByRole('button', always).count(), SOON).toBe(0)
  expect([theirFetches(), ourFetches()]).toEqual([0, 0])
  await expectAccessible(ours)
  await ours.getByRole('button', always).click()
  for (const page of [theirs, ours])
    await page.getByRole('button', { name: 'Enlarge shoe.png' }).waitFor(SOON)
  await expect.poll(theirFetches, SOON).toBeGreaterThan(0)

  await ours.goto(`${app.url}/settings/channels/${encodeURIComponent(globalId('Channel', desk.channel.id))}`)
  await ours.getByRole('tab', { name: 'Settings' }).click(SOON)
  const hosts = ours.getByLabel('Hosts that are shown without asking')
  await expect.poll(() => hosts.inputValue(), SOON).toBe('files.example.com')
  await hosts.fill('')
  await ours.getByRole('button', { name: 'Update the hosts' }).click()
  await theirs.getByRole('button', { name: HELD }).waitFor(SOON)
})
