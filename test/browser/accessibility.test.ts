import { beforeAll, expect, test } from 'vitest'
import { sectionsFor } from '../../operator-app/src/browser/settings-sections.ts'
import { demoChannelPath } from '../support/demo-channel.ts'
import { DEMO_ADMIN, type SpawnedSwitchboard, spawnWithStores } from '../support/spawn-switchboard.ts'
import { expectAccessible, signIn, startWithBrowser } from './support.ts'

const themes = ['light', 'dark'] as const
const sizes = [
  { width: 1440, height: 900 },
  { width: 380, height: 760 },
]
const looks = themes.flatMap((theme) => sizes.map((viewport) => ({ theme, viewport, width: viewport.width })))
const settings = [...sectionsFor({ isAdmin: true }), 'channels/new', 'bot-providers/new']

const { app: switchboard, openWindow } = startWithBrowser(spawnWithStores, { loadsAhead: false })

beforeAll(() => writeAsVisitor(switchboard))

async function writeAsVisitor(server: SpawnedSwitchboard): Promise<void> {
  const path = await demoChannelPath(server)
  const sender = { id: 'ann', name: 'Ann', email: 'ann@example.com', url: 'https://example.com/pricing' }
  const messages = [
    { type: 'text', text: 'Have a look at https://example.com/plans please.' },
    { type: 'document', file: 'https://example.com/order.pdf', file_name: 'order.pdf', file_size: 48_213 },
    { type: 'location', latitude: 59.91, longitude: 10.75 },
  ]
  for (const message of messages) {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      body: JSON.stringify({ sender, message }),
    })
    expect(response.status).toBe(200)
  }
}

const open = (theme: (typeof themes)[number], viewport: (typeof sizes)[number]) =>
  openWindow({ ...viewport, colorScheme: theme })

test.for(looks)(
  'every page can be used with a screen reader and read by everybody: $theme, $width px',
  async ({ theme, viewport }) => {
    const page = await open(theme, viewport)
    await page.goto(`${switchboard.url}/sign-in`)
    await page.getByLabel('E-mail').waitFor()
    await expectAccessible(page)

    await signIn(page, switchboard.url, DEMO_ADMIN)
    await page.goto(`${switchboard.url}/inbox/all`)
    await page.getByText('Ann').first().click()
    await page.getByRole('button', { name: 'Accept' }).waitFor()
    await expectAccessible(page)

    await page.goto(`${switchboard.url}/archive`)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Outcome').waitFor()
    await expectAccessible(page)

    await page.goto(`${switchboard.url}/inbox/calls`)
    await page.getByText('No calls yet').waitFor()
    await expectAccessible(page)
    await page.goto(`${switchboard.url}/archive/calls`)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Kind').waitFor()
    await expectAccessible(page)
    await page.goto(`${switchboard.url}/offline-messages`)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Answered by').waitFor()
    await expectAccessible(page)

    for (const section of settings) {
      await page.goto(`${switchboard.url}/settings/${section}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page)
    }
  },
)

test('the sheet of shortcuts and the command palette open by key and give the focus back', async () => {
  const page = await open('light', { width: 1440, height: 900 })
  await signIn(page, switchboard.url, DEMO_ADMIN)

  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await page.keyboard.type('departments')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor()
})
