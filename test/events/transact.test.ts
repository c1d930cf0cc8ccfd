import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyLane } from '../../server/domain/deliveries/client-reply.ts'
import { SYSTEM } from '../../server/events/actor.ts'
import type { LiveEvent } from '../../server/events/live-event.ts'
import { transact } from '../../server/events/transact.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeAccount } from '../support/factories.ts'

/** Without a worker, so that a lane that was woken stays in the queue. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** An account, what is announced about it, and an event to record. */
async function openAccount() {
  const { services } = app
  const { account } = await makeAccount(services)
  const announced: LiveEvent[] = []
  const stop = await services.hub.follow(
    { accountId: account.id },
    { tell: (event) => announced.push(event) },
  )
  const event = () =>
    ({ accountId: account.id, kind: 'DEPARTMENT_UPDATED', actor: SYSTEM, subjectId: randomUUID() }) as const
  const stored = () => services.db.event.count({ where: { accountId: account.id } })
  return { announced, event, stored, stop }
}

const lanesAwake = () => app.services.queues.depth('client-reply')

test('what was recorded is announced, and the lanes are woken, once the work is committed', async () => {
  const { announced, event, stored, stop } = await openAccount()
  const before = await lanesAwake()
  const result = await transact(app.services, async (work) => {
    await work.record(event())
    await work.record(event())
    work.wake(replyLane(randomUUID()))
    await app.services.announcer.flush()
    expect([announced.length, await stored(), await lanesAwake()]).toEqual([0, 0, before])
    return 'done'
  })
  expect(result).toBe('done')
  await expect.poll(() => announced.length).toBe(2)
  await expect.poll(lanesAwake).toBe(before + 1)
  expect(await stored()).toBe(2)
  stop()
})

test('thousands of events of one change are stored and announced in their order', async () => {
  const { announced, event, stop } = await openAccount()
  const events = Array.from({ length: 2500 }, () => ({ event: event() }))
  await transact(app.services, (work) => work.recordAll(events))
  await expect.poll(() => announced.length).toBe(events.length)
  expect(announced.map(({ subjectId }) => subjectId)).toEqual(
    events.map(({ event: { subjectId } }) => subjectId),
  )
  stop()
})

test('work that fails stores nothing, tells nobody and wakes nothing', async () => {
  const { announced, event, stored, stop } = await openAccount()
  const before = await lanesAwake()
  const failing = transact(app.services, async (work) => {
    await work.record(event())
    work.wake(replyLane(randomUUID()))
    throw new Error('a verb refuses')
  })
  await expect(failing).rejects.toThrow('a verb refuses')
  // What comes after it arrives, and nothing of it has come before.
  const after = event()
  await transact(app.services, (work) => work.record(after))
  await expect.poll(() => announced.length).toBe(1)
  expect(announced[0]?.subjectId).toBe(after.subjectId)
  expect([await stored(), await lanesAwake()]).toEqual([1, before])
  stop()
})

test('work that PostgreSQL ends for a deadlock is done again, and what it recorded the first time is told to nobody', async () => {
  const { announced, event, stored, stop } = await openAccount()
  const runs: string[] = []
  const begun: (() => void)[] = []
  /** Resolves when both have a lock, so that each waits for that of the other. */
  const bothBegun = () =>
    new Promise<void>((resolve) => {
      begun.push(resolve)
      if (begun.length >= 2) for (const go of begun) go()
    })
  const work = (name: string, locks: [number, number]) =>
    transact(app.services, async (work) => {
      runs.push(name)
      await work.record(event())
      await work.tx.$queryRaw`SELECT pg_advisory_xact_lock(${locks[0]}::bigint)::text`
      await bothBegun()
      await work.tx.$queryRaw`SELECT pg_advisory_xact_lock(${locks[1]}::bigint)::text`
      return name
    })
  expect(await Promise.all([work('one', [71, 72]), work('other', [72, 71])])).toEqual(['one', 'other'])
  expect(runs.length).toBeGreaterThan(2)
  await expect.poll(() => announced.length).toBe(2)
  const last = event()
  await transact(app.services, (work) => work.record(last))
  await expect.poll(() => announced.at(-1)?.subjectId).toBe(last.subjectId)
  expect([announced.length, await stored()]).toEqual([3, 3])
  stop()
})

test.each([
  ['without its channel', { kind: 'CHAT_CLOSED', chatId: randomUUID() }, 'channel'],
  ['without its person', { kind: 'CHAT_READ', channelId: randomUUID() }, 'person'],
] as const)(
  'an event %s is refused, because everyone would get it, and the work with it',
  async (_name, what, lacks) => {
    const { event, stored, stop } = await openAccount()
    const recording = transact(app.services, async (work) => {
      await work.record(event())
      await work.record({ ...event(), ...what })
    })
    await expect(recording).rejects.toThrow(`lacks its ${lacks}`)
    expect(await stored()).toBe(0)
    stop()
  },
)
