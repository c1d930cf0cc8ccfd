import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { watchVisit } from '../support/watch-visit.ts'
import { makeWidget, openBrowser, pollEvents, write } from '../support/widget.ts'

let app: TestApp
let desk: Desk
let publicId: string
beforeAll(async () => {
  app = await startTestApp({ visitors: { polledMs: 3_000, lookMs: 100 } })
  desk = await openDesk(app)
  const operatorIds = desk.operators.map(({ user }) => user.id)
  publicId = (await makeWidget(app.services, { accountId: desk.account.id, operatorIds })).publicId
})
afterAll(() => app.close())

test('a visitor who stops asking for what is new leaves the screens of operators, until they ask again', async () => {
  const { poll, changes } = await until(async () => {
    const browser = await openBrowser(app.url, publicId)
    const onSite = await watchVisit(app, desk, browser)
    const poll = () => pollEvents(browser, browser.started.visit.eventCursor)
    const changes = () => onSite().filter((isHere, index, all) => isHere !== all[index - 1])
    await poll()
    await until(() => expect(changes().at(-1)).toBe(false))
    // On a slow machine they may be gone before anybody looks, and another one comes.
    expect(changes()).toEqual([true, false])
    return { poll, changes }
  })
  const pollAgain = async () => {
    await poll()
    return changes()
  }
  await expect.poll(pollAgain, { interval: 500 }).toEqual([true, false, true])
})

test('a visitor who asks for what is new is told who types, until they stop or their message is there', async () => {
  const browser = await openBrowser(app.url, publicId)
  const [operator] = desk.operators
  const { chatId } = await write(browser, 'Hello')
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', chatId) })
  let cursor = browser.started.visit.eventCursor
  const typing = async () => {
    const events = await pollEvents(browser, cursor)
    cursor = events.at(-1)?.cursor
    return events
      .filter(({ __typename }) => __typename === 'VisitTypingChanged')
      .map(({ typing, operator }) => [typing, operator.name])
  }
  const setTyping = (typing: boolean) =>
    mutate(operator.execute, 'setTyping', { chatId: globalId('Chat', chatId), typing })
  expect(await typing()).toEqual([])
  await setTyping(true)
  expect(await typing()).toEqual([[true, operator.user.name]])
  await setTyping(false)
  expect(await typing()).toEqual([])
  await setTyping(true)
  await reply(operator, chatId, 'Here it is')
  expect(await typing()).toEqual([])
})
