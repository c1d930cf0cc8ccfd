import { expect, test } from 'vitest'
import { openDesk, type Person } from '../../support/desk.ts'
import { globalId } from '../../support/graphql-client.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('a note that mentions a colleague is written by key, found by them among the views, and read', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  await desk.say('v', 'Where is my parcel?')
  const path = `/inbox/all/${encodeURIComponent(globalId('Chat', (await desk.chatOf('v')).id))}`
  const colleague = await open(max, '/inbox/waiting', 380)
  const page = await open(dora, path)
  await page.getByText('Where is my parcel?').last().waitFor(SOON)
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
