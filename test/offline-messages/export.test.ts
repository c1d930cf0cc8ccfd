import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveOfflineMessage } from '../../server/domain/offline-messages/leave-offline-message.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  const { channel } = desk
  const first = await leaveOfflineMessage(app.services, {
    channel,
    name: '=1+1',
    email: 'anna@example.org',
    text: 'Are you "open",\ntoday?',
  })
  await leaveOfflineMessage(app.services, { channel, phone: '+49 170 555', text: 'Call me' })
  const input = { id: globalId('OfflineMessage', first), text: 'Until six' }
  await mutate(desk.operators[0].execute, 'answerOfflineMessage', input)
})
afterAll(() => app.close())

const download = ({ cookie }: Pick<Person, 'cookie'>, query: string) =>
  fetch(`${app.url}/archive/offline-messages/export?${query}`, { headers: { cookie } })

test('as JSON has what the filters leave, newest first, with who answered', async () => {
  const all = await (await download(desk.operators[0], 'format=json')).json()
  expect(all).toEqual([
    expect.objectContaining({ text: 'Call me', state: 'NEW', phone: '+49 170 555', answer: null }),
    expect.objectContaining({
      state: 'ANSWERED',
      channel: desk.channel.name,
      answer: 'Until six',
      answeredBy: desk.operators[0].user.name,
    }),
  ])
  const texts = async (query: string) =>
    (await (await download(desk.admin, `format=json&${query}`)).json()).map(({ text }: { text: string }) =>
      text.slice(0, 4),
    )
  expect(await texts('state=NEW')).toEqual(['Call'])
  expect(await texts('search=six')).toEqual(['Are '])
  expect(await texts(`operatorId=${globalId('Operator', desk.operators[0].user.id)}`)).toEqual(['Are '])
  expect(await texts('leftBefore=2020-01-01T00:00:00Z')).toEqual([])
  expect(await texts(`channelId=${globalId('Channel', randomUUID())}`)).toEqual([])
})

test('as CSV has one line for each message, and no cell that a spreadsheet would run', async () => {
  const response = await download(desk.admin, 'format=csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="offline-messages.csv"')
  const text = await response.text()
  expect(text).toContain('ANSWERED,')
  expect(text).toContain(",'=1+1,anna@example.org,")
  expect(text).toContain('"Are you ""open"",\ntoday?"')
  expect(text.trimEnd().split('\r\n')).toHaveLength(3)
})

test('nobody gets what is on channels of others, and a wrong parameter is named', async () => {
  const stranger = await makeUser(app.services, { accountId: desk.account.id })
  const { cookie } = await signedIn(app.services, stranger.id)
  expect(await (await download({ cookie }, 'format=json')).json()).toEqual([])
  expect(await (await download((await openDesk(app)).admin, 'format=json')).json()).toEqual([])
  expect((await download({ cookie: '' }, 'format=json')).status).toBe(401)
  const refused = await download(desk.admin, 'format=json&leftFrom=yesterday')
  expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
    400,
    expect.stringContaining('leftFrom'),
  ])
})
