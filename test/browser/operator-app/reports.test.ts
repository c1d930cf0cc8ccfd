import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { addPastChat, countEverything, HOUR_MS, type PastChat } from '../../reports/past-chats.ts'
import { makeBot } from '../../support/bots.ts'
import { type Desk, openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, SOON, typeQuickly, withBrowser } from '../support.ts'

const { app, enter, open } = withBrowser()

const DAY_MS = 24 * HOUR_MS
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
const at = (daysAgo: number, hour: number) => new Date(Date.parse(dayOf(daysAgo)) + hour * HOUR_MS)

/** Six chats of the day before yesterday, of which an operator answered four, and how long the operator was there. */
async function addChats(desk: Desk): Promise<void> {
  const { db } = app.services
  const [{ user }] = desk.operators
  const accepted = { userId: user.id, after: 30 }
  const chats: Pick<PastChat, 'said' | 'accepted'>[] = [
    { said: [[0, 'VISITOR']] },
    { said: [[0, 'VISITOR']] },
    ...[20, 70, 80, 1_234].map((wait) => ({
      said: [
        [0, 'VISITOR'],
        [wait, 'OPERATOR'],
      ] satisfies PastChat['said'],
      accepted,
    })),
  ]
  chats[2]?.said.push([90, 'TRANSFERRED'])
  const ids: string[] = []
  for (const [index, chat] of chats.entries())
    ids.push(
      await addPastChat(app.services, desk, {
        startedAt: at(2, 9 + Math.max(1, index)),
        lasts: 1_600,
        ...chat,
      }),
    )
  await db.chat.updateMany({ where: { id: { in: ids.slice(3, 5) } }, data: { rating: 'POSITIVE' } })
  const there = { accountId: desk.account.id, userId: user.id }
  await db.operatorPresence.createMany({
    data: [
      { available: true, startedAt: at(2, 9), seenAt: at(2, 11), endedAt: at(2, 11) },
      { available: false, reason: 'Lunch', startedAt: at(2, 11), seenAt: at(2, 11.5), endedAt: at(2, 11.5) },
    ].map((presence) => ({ ...there, ...presence })),
  })
  await countEverything(app.services, desk)
}

/** An admin's reports, in the time zone of the account, and how to follow their links. */
async function openReports(desk: Desk, query = '') {
  const page = await enter(desk.admin, { timezoneId: 'UTC' })
  await page.goto(`${app.url}/reports${query}`)
  const chips = page.getByRole('group', { name: 'Active filters' })
  const chats = page.getByRole('list', { name: 'Closed chats' }).getByRole('link')

  /** Follows a link to so many chats, which a filter says, and goes back. */
  async function leadsTo(
    link: Locator,
    count: number,
    filter: string | RegExp = /^Closed until /,
  ): Promise<void> {
    await link.click(SOON)
    await chips.getByText(filter, { exact: true }).waitFor(SOON)
    await expect.poll(() => chats.count(), SOON).toBe(count)
    await page.goBack()
    await page.getByRole('heading', { name: 'Reports' }).waitFor(SOON)
  }

  return { page, chips, chats, leadsTo }
}

test('an admin reads the reports, narrows them, follows a figure to its chats and takes the rows along as a file', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const accepted = { userId: operator.user.id, after: 50 }
  for (let index = 0; index < 6; index += 1) {
    await addPastChat(app.services, desk, {
      startedAt: new Date(Date.now() - (24 + index) * HOUR_MS),
      said:
        index < 4
          ? [
              [0, 'VISITOR'],
              [60, 'OPERATOR'],
            ]
          : [[0, 'VISITOR']],
      lasts: 600,
      accepted: index < 4 ? accepted : undefined,
    })
  }
  await countEverything(app.services, desk)
  const page = await open(desk.admin, '/inbox/waiting')
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await typeQuickly(page, 'gd')
  await page.getByRole('heading', { name: 'Reports' }).waitFor(SOON)

  const figure = (name: string) =>
    page
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('cell')
      .first()
  await expect.poll(() => figure('Chats All').innerText(), SOON).toBe('6')
  await expect.poll(() => figure('Missed').innerText(), SOON).toBe('2 (33%)')
  await expect.poll(() => figure('First reply From').innerText(), SOON).toContain('1 min')
  await page
    .getByRole('img', { name: /A chart of the table/ })
    .locator('canvas')
    .waitFor(SOON)
  await expectAccessible(page)
  await page.setViewportSize({ width: 380, height: 800 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), SOON)
    .toBeLessThanOrEqual(380)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('group', { name: 'By' }).getByText('Operator', { exact: true }).click()
  const row = page.getByRole('row', { name: new RegExp(`^${operator.user.name}`) })
  await row.waitFor(SOON)
  const arriving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as CSV: By' }).click()
  const file = await readFile(await (await arriving).path(), 'utf8')
  expect(file).toMatch(new RegExp(`^${operator.user.name},4,4,0,`, 'm'))

  await page.getByLabel('Operator', { exact: true }).first().selectOption(operator.user.name)
  await expect.poll(() => figure('Chats All').innerText(), SOON).toBe('4')
  await figure('Chats All').getByRole('link').click()
  const rows = page.getByRole('list', { name: 'Closed chats' }).getByRole('link')
  await expect.poll(() => rows.count(), SOON).toBe(4)
  expect(problems).toEqual([])
})

test('every figure leads to the chats behind it, and the archive says which these are', async () => {
  const desk = await openDesk(app)
  await addChats(desk)
  const { page, chips, chats, leadsTo } = await openReports(desk)
  const figure = (name: string) =>
    page
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .first()
      .getByRole('cell')
      .first()
      .getByRole('link')
  await leadsTo(figure('Chats All'), 6)
  await leadsTo(figure('Answered'), 4, 'Outcome: Answered')
  await leadsTo(figure('Missed'), 2, 'Outcome: Missed')
  await leadsTo(figure('First reply From').first(), 3, 'First reply took 1 min 10 sec or longer')
  await leadsTo(figure('First reply From').last(), 1, 'First reply took 20 min 20 sec or longer')
  await leadsTo(figure('Handling time').first(), 4, 'Handling took 26 min or longer')
  await leadsTo(figure('Chats at once'), 4, 'Accepted by an operator')
  await leadsTo(figure('Transfers'), 1, 'Transferred')
  await leadsTo(figure('Rated positively'), 2, 'Rating: Positive')
  await expect.poll(() => figure('Answered by a bot').count(), SOON).toBe(0)

  await figure('Transfers').click()
  await chips.getByRole('button', { name: 'Remove the filter Transferred' }).click()
  await expect.poll(() => chats.count(), SOON).toBe(6)
  await expect.poll(() => chips.getByText('Transferred').count(), SOON).toBe(0)
  await expectAccessible(page)
})

test('a day, an hour of the week, an operator and their presence lead to their chats', async () => {
  const desk = await openDesk(app)
  const [{ user: operator }] = desk.operators
  await addChats(desk)
  const { page, leadsTo } = await openReports(desk)
  const linkOf = (region: string, name: RegExp) =>
    page.getByRole('region', { name: region }).getByRole('link', { name }).first()
  await leadsTo(linkOf('When chats begin', /: 2: show these chats/), 2, /^Began \w+day, /)

  await page.getByText('As a table').click()
  await leadsTo(linkOf('Chats over time', /, Chats: show these chats/), 6, /^Closed from /)

  await page.getByRole('group', { name: 'By' }).getByText('Operator', { exact: true }).click()
  const row = page.getByRole('region', { name: 'By', exact: true }).getByRole('row', { name: operator.name })
  await leadsTo(row.getByRole('link').first(), 4, `Operator: ${operator.name}`)

  const presence = page.getByRole('region', { name: 'Presence' }).getByRole('row', { name: operator.name })
  await presence.getByText('2 hr').waitFor(SOON)
  await presence.getByText('Lunch 30 min').waitFor(SOON)
  await leadsTo(presence.getByRole('link'), 4, `Operator: ${operator.name}`)
})

test('what a report is narrowed to narrows its chats as well, also those of the time before', async () => {
  const desk = await openDesk(app)
  const { channel } = desk
  await addChats(desk)
  await addPastChat(app.services, desk, { startedAt: at(3, 12), said: [[0, 'VISITOR']], lasts: 60 })
  await countEverything(app.services, desk)
  const query = new URLSearchParams({
    from: dayOf(2),
    to: dayOf(2),
    channelId: globalId('Channel', channel.id),
    compare: 'true',
  })
  const { page, leadsTo } = await openReports(desk, `?${query}`)
  const cells = page
    .getByRole('row', { name: /^Chats All/ })
    .first()
    .getByRole('cell')
  await leadsTo(cells.first().getByRole('link'), 6, `Channel: ${channel.name}`)
  await leadsTo(cells.last().getByRole('link'), 1, `Channel: ${channel.name}`)
  await page.setViewportSize({ width: 380, height: 800 })
  await page
    .getByRole('region', { name: 'By', exact: true })
    .getByText('Previous period')
    .first()
    .waitFor({ state: 'attached', ...SOON })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), SOON)
    .toBeLessThanOrEqual(380)
})

test('reports are narrowed to a bot and a country that they have, and so are the chats behind them', async () => {
  const desk = await openDesk(app)
  const { bot } = await makeBot(app.services, { accountId: desk.account.id })
  const said: PastChat['said'] = [
    [0, 'VISITOR'],
    [1, 'BOT'],
  ]
  for (const [index, country] of ['DE', 'DE', 'FR', null].entries())
    await addPastChat(app.services, desk, {
      startedAt: at(2, 9 + index),
      said,
      lasts: 60,
      botId: index === 0 ? bot.id : null,
      country,
      pageUrl: 'https://shop.example/help',
    })
  await countEverything(app.services, desk)
  const { page, leadsTo } = await openReports(desk)
  const all = page
    .getByRole('row', { name: /^Chats All/ })
    .first()
    .getByRole('cell')
    .first()
    .getByRole('link')
  const choose = (name: string) => page.getByLabel(name, { exact: true }).locator('visible=true').first()
  const countries = () => choose('Country').locator('option').allInnerTexts()
  await expect.poll(countries, SOON).toEqual(['Any', 'France', 'Germany'])
  await choose('Country').selectOption('Germany')
  await expect.poll(() => all.innerText(), SOON).toBe('2')
  await leadsTo(all, 2, 'Country: Germany')
  await choose('Bot').selectOption(bot.name)
  await expect.poll(() => all.innerText(), SOON).toBe('1')
  await leadsTo(all, 1, 'Answered by one bot')
  await mutate(desk.admin.execute, 'updateBot', { id: globalId('Bot', bot.id), name: 'Newly named' })
  await expect
    .poll(() => choose('Bot').locator('option').allInnerTexts(), SOON)
    .toEqual(['Any', 'Newly named'])
  await page.getByRole('group', { name: 'By' }).getByText('Page', { exact: true }).click()
  const row = page.getByRole('row', { name: /^https:\/\/shop/ })
  await leadsTo(row.getByRole('link').first(), 1, 'Page: https://shop.example/help')
  await choose('Country').selectOption('France')
  await page.getByText('No chats were closed in this period').waitFor(SOON)
})

test('an admin turns the weekly report on, and a supervisor has reports, too', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.admin, '/settings/notifications')
  const weekly = page.getByRole('switch', { name: 'Weekly report' })
  await weekly.click(SOON)
  await expect.poll(() => weekly.getAttribute('aria-checked'), SOON).toBe('true')
  const { id } = desk.operators[0].user
  await app.services.db.user.update({ where: { id }, data: { supervises: true } })
  const reports = await open(desk.operators[0], '/reports')
  await reports.getByRole('heading', { name: 'Reports' }).waitFor(SOON)
  await reports.getByText('No chats were closed in this period').waitFor(SOON)
})

test('an operator has no reports', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.operators[0], '/reports')
  await expect.poll(() => page.getByRole('link', { name: 'Reports' }).count(), SOON).toBe(0)
  await page.getByRole('heading', { name: 'Only supervisors and admins see the reports' }).waitFor(SOON)
})

test('what could not be loaded of the reports is loaded when somebody tries again once', async () => {
  const desk = await openDesk(app)
  await addPastChat(app.services, desk, {
    startedAt: new Date(Date.now() - 24 * HOUR_MS),
    said: [[0, 'VISITOR']],
    lasts: 600,
  })
  await countEverything(app.services, desk)
  const page = await open(desk.admin, '/inbox/waiting')
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query Report') ? route.abort() : route.fallback(),
  )
  await page.getByRole('link', { name: 'Reports' }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor(SOON)
  await page.unrouteAll()
  await again.click()
  await page.getByRole('region', { name: 'By', exact: true }).getByRole('table').waitFor(SOON)
  await expect.poll(() => again.count(), SOON).toBe(0)
})
