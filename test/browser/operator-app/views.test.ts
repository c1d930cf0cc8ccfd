import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk, type Person, reply } from '../../support/desk.ts'
import { expectAccessible, holdAnswers, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

const rowOf = (page: Page, text: string) => page.locator('.list').getByRole('link').filter({ hasText: text })

/** Two operators; one of them has a chat, and nobody has the other. */
async function openTeam() {
  const desk = await openDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  await desk.say('a', 'Where is my order?')
  await desk.say('b', 'Can I pay by card?')
  await reply(anna, (await desk.chatOf('a')).id, 'On its way')
  return { desk, anna, ben }
}

test.for([380, 1440])(
  'a filter above the list narrows it at once and live, and goes when its chip is removed, at %i px',
  async (width) => {
    const { desk, anna, ben } = await openTeam()
    const page = await open(ben, '/inbox/all', width)
    await rowOf(page, 'On its way').waitFor(SOON)
    await page.keyboard.press('f')
    await page.getByRole('button', { name: 'Operator: Any' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Nobody' }).click(SOON)
    await page.keyboard.press('Escape')
    await rowOf(page, 'On its way').waitFor({ state: 'detached', ...SOON })
    await rowOf(page, 'Can I pay by card?').waitFor(SOON)
    await expectAccessible(page)
    // A chat that a colleague takes leaves the list, and one that nobody has yet comes into it.
    await reply(anna, (await desk.chatOf('b')).id, 'Of course')
    await rowOf(page, 'Of course').waitFor({ state: 'detached', ...SOON })
    await desk.say('c', 'Do you ship abroad?')
    await rowOf(page, 'Do you ship abroad?').click(SOON)
    await page.getByRole('textbox', { name: 'Message' }).waitFor(SOON)
    if (width < 761) await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Remove the filter Operator: Nobody' }).click(SOON)
    await rowOf(page, 'On its way').waitFor(SOON)
    await page.goBack()
    await rowOf(page, 'On its way').waitFor({ state: 'detached', ...SOON })
  },
)

test('the views that are no segments stand in a list beside them, which can stay open', async () => {
  const { anna } = await openTeam()
  const page = await open(anna, '/inbox/waiting')
  await page.keyboard.press('v')
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'Bots' }).waitFor(SOON)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep this list open' }).click()
  await views.getByRole('link', { name: 'Closed' }).click(SOON)
  await page.waitForURL('**/inbox/closed')
  await page.getByText('No closed chats yet').waitFor(SOON)
  await expectAccessible(page)
  await expect
    .poll(() => views.getByRole('link', { name: 'Closed' }).getAttribute('aria-current'), SOON)
    .toBe('page')
  await page.reload()
  await views.waitFor(SOON)
})

test('a filter is saved as a view, which is counted live, shared with colleagues and changed', async () => {
  const { desk, anna, ben } = await openTeam()
  const page = await open(anna, '/inbox/all?operatorIds=nobody')
  await page.getByRole('button', { name: 'Save as a view' }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nobody has it')
  await dialog.getByLabel('Shared with').selectOption({ label: 'Everybody' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Nobody has it' }).waitFor(SOON)
  await rowOf(page, 'Can I pay by card?').waitFor(SOON)
  await page.keyboard.press('v')
  const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Nobody has it' })
  await expect.poll(() => link.innerText(), SOON).toMatch(/Nobody has it\s*1/)
  await desk.say('c', 'Do you ship abroad?')
  await expect.poll(() => link.innerText(), SOON).toMatch(/Nobody has it\s*2/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // A colleague finds it in the palette, also where nothing else changes once it is open, and cannot change it.
  const other = await open(ben, '/inbox/mine', 380)
  await other.waitForLoadState('networkidle')
  const { release } = await holdAnswers(other, 'SavedViews')
  await other.keyboard.press('Control+k')
  await other.getByRole('option', { name: 'Go to Waiting' }).waitFor(SOON)
  release()
  await other.getByRole('option', { name: 'Go to the view Nobody has it' }).click(SOON)
  await rowOf(other, 'Do you ship abroad?').waitFor(SOON)
  await expectAccessible(other)
  await other.keyboard.press('f')
  await other.getByLabel('Order').selectOption({ label: 'Oldest first' })
  await other.getByRole('button', { name: 'Save as a new view' }).waitFor(SOON)
  await expect.poll(() => other.getByRole('button', { name: 'Save changes' }).count(), SOON).toBe(0)
  await other.getByRole('button', { name: 'Discard changes' }).click()

  // What its maker changes applies on the colleague's screen at once, and so does its end.
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Operator: Nobody', exact: true }).click(SOON)
  await page.getByRole('menuitem', { name: 'Any' }).click(SOON)
  await page.getByRole('button', { name: 'Save changes' }).click(SOON)
  await rowOf(other, 'On its way').waitFor(SOON)
  await page.getByRole('button', { name: 'More for the view Nobody has it' }).click()
  await page.getByRole('menuitem', { name: 'Delete the view' }).click(SOON)
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete the view' })
    .click(SOON)
  await page.waitForURL('**/inbox/all')
  await other.getByText('This view does not exist').waitFor(SOON)
})

test('several values of a field are chosen, also by key, and each is taken back by itself', async () => {
  const { ben } = await openTeam()
  const page = await open(ben, '/inbox/all', 380)
  await rowOf(page, 'On its way').waitFor(SOON)
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Status: Any' }).click()
  const option = (name: string) => page.getByRole('menuitemcheckbox', { name })
  await option('Waiting').press('Enter')
  await rowOf(page, 'On its way').waitFor({ state: 'detached', ...SOON })
  await expectAccessible(page)
  await option('Open').click(SOON)
  await rowOf(page, 'On its way').waitFor(SOON)
  await rowOf(page, 'Can I pay by card?').waitFor(SOON)
  await page.getByText('Status: Waiting, Open').waitFor(SOON)
  await option('Waiting').click(SOON)
  await rowOf(page, 'Can I pay by card?').waitFor({ state: 'detached', ...SOON })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Status: Open', exact: true }).waitFor(SOON)
})
