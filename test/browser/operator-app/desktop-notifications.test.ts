import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, enter } = withBrowser()

/** As browsers on Android: only a service worker may notify there, and the class refuses to make anything. */
function refuseNotifications(permission: string) {
  window.Notification = class {
    static permission = permission
    constructor() {
      throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.')
    }
  } as unknown as typeof Notification
}

test('a browser that has no notifications for pages is not asked for them', async () => {
  const desk = await openDesk(app)
  const page = await enter(desk.operators[0])
  await page.addInitScript(refuseNotifications, 'default')
  await page.goto(`${app.url}/inbox/waiting`)
  await page.getByText('Nobody is waiting').waitFor(SOON)
  expect(await page.getByText('desktop notification').count()).toBe(0)
  await page.goto(`${app.url}/settings/profile`)
  const row = page.getByText('Desktop notifications').locator('..')
  await expect.poll(() => row.innerText(), SOON).toContain('Not supported by this browser')
})

test('a notification that such a browser refuses after all breaks nothing', async () => {
  const desk = await openDesk(app)
  const page = await enter(desk.operators[0])
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  await page.addInitScript(refuseNotifications, 'granted')
  await page.addInitScript(() => {
    document.hasFocus = () => false
  })
  await page.goto(`${app.url}/settings/profile`)
  const row = page.getByText('Desktop notifications').locator('..')
  await expect.poll(() => row.innerText(), SOON).toContain('On')
  await desk.say('v', 'Is anybody there?')
  await expect.poll(() => row.innerText(), SOON).toContain('Not supported by this browser')
  expect(failures).toEqual([])
})
