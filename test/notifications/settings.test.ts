import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, type Person } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { type Data, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const SETTINGS = 'notificationSettings { choices { kind ways } sound quietHours { from to timeZone } }'
const NIGHT = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }

async function settingsOf(person: Person): Promise<Data> {
  return ((await person.execute(`{ viewer { ${SETTINGS} } }`)).data as Data).viewer.notificationSettings
}

function waysOf({ choices }: Data, kind: string): string[] {
  return choices.find((choice: Data) => choice.kind === kind).ways
}

test('everybody chooses what tells them of what, on all their screens, and nobody else hears of it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const usual = await settingsOf(dora)
  expect(waysOf(usual, 'MENTION')).toEqual(['SOUND', 'DESKTOP', 'PUSH', 'MAIL'])
  expect(waysOf(usual, 'CHANNEL_MESSAGE')).toEqual([])
  expect(usual).toMatchObject({ sound: 'CHIME', quietHours: null })

  const [otherScreen, colleague] = [dora, max].map(({ cookie }) => openFeed(app.url, { cookie, after: '0' }))
  const choose = (input: Record<string, unknown>) =>
    mutate(dora.execute, 'updateNotificationSettings', input, SETTINGS)
  await choose({ choices: [{ kind: 'MENTION', ways: ['DESKTOP', 'DESKTOP'] }], quietHours: NIGHT })
  // At once, and each keeps what the other has chosen.
  await Promise.all([choose({ choices: [{ kind: 'OFFER', ways: [] }] }), choose({ sound: 'BELL' })])
  const chosen = await settingsOf(dora)
  expect(waysOf(chosen, 'MENTION')).toEqual(['DESKTOP'])
  expect(waysOf(chosen, 'OFFER')).toEqual([])
  expect(waysOf(chosen, 'MESSAGE')).toEqual(['SOUND', 'DESKTOP', 'PUSH', 'MAIL'])
  expect(chosen).toMatchObject({ sound: 'BELL', quietHours: NIGHT })
  expect(await settingsOf(max)).toEqual(usual)

  await choose({ quietHours: null })
  expect(await settingsOf(dora)).toMatchObject({ sound: 'BELL', quietHours: null })
  await otherScreen?.waitFor(({ kind }) => kind === 'NOTIFICATION_SETTINGS_UPDATED')
  await desk.say('v', 'Hello')
  await colleague?.waitFor(({ kind }) => kind === 'CHAT_OPENED')
  expect(colleague?.events.some(({ kind }) => kind === 'NOTIFICATION_SETTINGS_UPDATED')).toBe(false)
  await Promise.all([otherScreen?.close(), colleague?.close()])
})

test('names everything that is wrong with quiet hours at once', async () => {
  const desk = await openDesk(app)
  const refused = async (quietHours: object) =>
    (await mutate(desk.admin.execute, 'updateNotificationSettings', { quietHours })).userErrors.map(
      ({ code, field }: Data) => `${code} ${field.join('.')}`,
    )
  expect(await refused({ from: '25:00', to: '7', timeZone: 'Berlin' })).toEqual([
    'INVALID input.quietHours.from',
    'INVALID input.quietHours.to',
    'INVALID input.quietHours.timeZone',
  ])
  expect(await refused({ ...NIGHT, to: NIGHT.from })).toEqual(['INVALID input.quietHours.to'])
  expect(await settingsOf(desk.admin)).toMatchObject({ quietHours: null })
})

test('what a later version has stored is not lost on whoever reads it', async () => {
  const desk = await openDesk(app)
  const { user } = desk.admin
  const notifications = {
    ways: { MENTION: ['PIGEON', 'SOUND'], METEOR: ['SOUND'] },
    sound: 'GONG',
    quietHours: 3,
  }
  await app.services.db.user.update({ where: { id: user.id }, data: { notifications } })
  const read = await settingsOf(desk.admin)
  // Nothing about mails was ever chosen.
  expect(waysOf(read, 'MENTION')).toEqual(['SOUND', 'MAIL'])
  expect(read).toMatchObject({ sound: 'CHIME', quietHours: null })
})
