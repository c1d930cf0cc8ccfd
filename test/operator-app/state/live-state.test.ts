import { expect, test } from 'vitest'
import { hasFailed } from '../../../operator-app/src/state/conversation/has-failed.ts'
import {
  withBot,
  withChannel,
  withDepartment,
  withOperator,
  withoutDepartment,
} from '../../../operator-app/src/state/live/renamed.ts'
import { ResumePoint } from '../../../operator-app/src/state/live/resume-point.ts'
import { answerers } from '../../../operator-app/src/state/names.ts'
import { Changes, type Reader } from '../../../operator-app/src/state/settings/changes.ts'
import { makeChat, makeMessage } from '../samples.ts'

test('the stream goes on after the cursor that came last, and knows by its id what a replay repeats', () => {
  const point = new ResumePoint('start')
  expect([point.take('10', 'a'), point.take('11', 'a'), point.take('12', 'b')]).toEqual([true, true, true])
  expect(point.cursor).toBe('b')
  // Cut in the middle of a replay, again and again: what it repeats carries the cursor that was asked for.
  for (const id of ['10', '11', '10']) expect(point.take(id, 'b')).toBe(false)
  expect(point.cursor).toBe('b')
  // The last event of a replay takes the point further, also when the event itself was seen.
  expect(point.take('12', 'c')).toBe(false)
  expect(point.cursor).toBe('c')
})

test('what a replay repeats is still known after thousands of other events', () => {
  const point = new ResumePoint('0')
  const ids = Array.from({ length: 12_000 }, (_, index) => String(index))
  for (const id of ids) point.take(id, 'x')
  const replayed = ids.slice(-9_000)
  expect(replayed.filter((id) => point.take(id, 'x'))).toEqual([])
  expect(replayed.filter((id) => point.take(id, 'x'))).toEqual([])
})

test('until everything was read again, events do not move the point past what was missed', () => {
  const point = new ResumePoint('5')
  point.hold()
  expect(point.take('900', 'later')).toBe(true)
  expect(point.cursor).toBe('5')
  point.abandon()
  expect(point.cursor).toBe('5')
  point.hold()
  point.take('901', 'later still')
  point.release('read')
  expect(point.cursor).toBe('later still')
  point.hold()
  point.release('read again')
  expect(point.cursor).toBe('read again')
})

test('a message that was refused has failed, unless the client wants to be silent about it', () => {
  const failure = { id: 'd', state: 'FAILED', attempts: 1, errorMessage: null } as const
  const failed = (errorCode: string | null) => hasFailed(makeMessage({ delivery: { ...failure, errorCode } }))
  expect([failed('client_timeout'), failed(null), failed('silent')]).toEqual([true, true, false])
  expect(hasFailed(makeMessage())).toBe(false)
})

test('chats follow the names of their channel, their bot, their department and their operators', () => {
  const bot = { id: 'bot', name: 'Robo', enabled: true }
  const anna = { id: 'anna', name: 'Anna' }
  const chat = makeChat({
    channel: {
      id: 'channel',
      kind: 'CHAT_API',
      name: 'Shop',
      paused: false,
      mediaHosts: [],
      requiresTag: false,
      routing: 'EVERYONE',
      bot,
    },
    bot: { id: 'bot', name: 'Robo' },
    department: { id: btoa('Department:1'), name: 'Sales' },
    operators: [anna],
    observers: [anna],
    answeredBy: [anna],
  })
  const channel = {
    id: 'channel',
    name: 'Store',
    paused: true,
    mediaHosts: [],
    requiresTag: false,
    routing: 'LEAST_BUSY' as const,
    offerSeconds: 30,
    bot: null,
  }
  expect(withChannel(chat, channel).channel).toEqual({ kind: 'CHAT_API', ...channel })
  expect(withChannel(chat, { ...channel, id: 'other' })).toBe(chat)

  const renamed = withBot(chat, { ...bot, name: 'Hal', connected: true })
  expect([renamed.bot?.name, renamed.channel.bot?.name]).toEqual(['Hal', 'Hal'])
  const gone = withBot(chat, { ...bot, connected: false })
  expect([gone.bot?.name, gone.channel.bot]).toEqual(['Robo', null])

  const department = { id: btoa('Department:1'), name: 'Support' }
  expect(withDepartment(chat, department).department).toEqual(department)
  expect(withoutDepartment(chat, btoa('Department:1')).department).toBe(null)
  expect(withoutDepartment(chat, btoa('Department:2'))).toBe(chat)

  const operator = { ...anna, name: 'Anna B.' }
  const { operators, observers, answeredBy } = withOperator(chat, operator)
  const names = [...operators, ...observers, ...answeredBy].map(({ name }) => name)
  expect(names).toEqual(['Anna B.', 'Anna B.', 'Anna B.'])
  const looksOn = makeChat({ observers: [anna] })
  expect(withOperator(looksOn, operator).observers).toEqual([{ id: 'anna', name: 'Anna B.' }])
})

test('whoever shows something is told once of changes that come together, and only of what it shows', async () => {
  const changes = new Changes()
  const told: string[] = []
  const follow = (fields: Reader['fields'], load: () => void) =>
    changes.on({ fields, isReading: false, load })
  follow(['channels', 'bots'], () => told.push('channels'))
  follow(['operators'], () => told.push('people'))
  const stop = follow(['bots'], () => told.push('gone'))
  const last = new Promise<void>((resolve) => follow(['bots'], resolve))
  for (let n = 0; n < 5; n++) changes.tell(['channel', 'channels'])
  changes.tell(['bots'])
  stop()
  await last
  expect(told).toEqual(['channels'])
})

test('what an event has told wholly is read again only where an older answer is on its way', async () => {
  const changes = new Changes()
  const told: string[] = []
  const load = (name: string) => () => told.push(name)
  changes.on({ fields: ['operators'], isReading: false, load: load('shown') })
  const last = new Promise<void>((resolve) => {
    changes.on({ fields: ['operators'], isReading: true, load: load('being read') })
    changes.on({ fields: ['operators'], isReading: true, load: resolve })
  })
  changes.tellKnown(['operators'])
  await last
  expect(told).toEqual(['being read'])
})

test('every chat names who answers it, or who has', () => {
  const me = { id: 'me', name: 'Me' }
  const anna = { id: 'anna', name: 'Anna' }
  const bot = { id: 'bot', name: 'Robo' }
  const names = (change: Parameters<typeof makeChat>[0]) => answerers(makeChat(change), 'me')
  expect(names({ status: 'ACTIVE', operators: [me, anna], bot })).toEqual(['You', 'Anna'])
  expect(names({ status: 'CLOSED', answeredBy: [anna], bot })).toEqual(['Anna'])
  expect(names({ status: 'CLOSED', bot })).toEqual(['Robo'])
  expect(names({ status: 'CLOSED' })).toEqual([])
  expect(names({ status: 'BOT', bot })).toEqual(['Robo'])
  expect(names({ status: 'QUEUED', bot })).toEqual([])
  expect(names({ status: 'QUEUED', bot, operatorUnavailableAt: '2026-03-01T12:00:00Z' })).toEqual(['Robo'])
})
