import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTART;VALUE=DATE:19901225',
  'RRULE:FREQ=YEARLY',
  'SUMMARY:Christmas',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

test('an admin sets hours, takes holidays from a calendar file, and another window shows both', async () => {
  const desk = await openDesk(app)
  const other = await open(desk.admin, '/settings/hours')
  await other.getByText('No hours are set').waitFor(SOON)
  const page = await open(desk.admin, '/settings/hours', 380)
  await page.getByRole('button', { name: 'Set hours' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Hours of the account' })
  await dialog.getByRole('button', { name: 'Monday to Friday, 9 to 17' }).press('Enter')
  await dialog.getByLabel('Import from a calendar file').setInputFiles({
    name: 'holidays.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(CALENDAR),
  })
  await dialog.getByText('days were found').waitFor(SOON)
  await dialog.getByRole('checkbox').first().uncheck()
  await dialog.getByRole('button', { name: /^Add \d+ holidays$/ }).press('Enter')
  await expect
    .poll(() => dialog.getByLabel('Name', { exact: true }).first().inputValue(), SOON)
    .toBe('Christmas')
  await dialog.getByLabel('Closed until').fill('2999-01-01T09:00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await other.getByText('Closed now, opens').waitFor(SOON)
  await expectAccessible(page)
  const { data } = await desk.admin.execute('{ businessHours { weekly { day } holidays { name } open } }')
  expect(data.businessHours[0]).toMatchObject({ open: false, holidays: [{ name: 'Christmas' }, {}] })
  expect(data.businessHours[0].weekly).toHaveLength(5)
})
