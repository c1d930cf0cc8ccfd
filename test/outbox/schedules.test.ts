import { expect, onTestFinished, test, vi } from 'vitest'
import { clientReplyKind } from '../../server/domain/deliveries/client-reply-kind.ts'
import { webhookKind } from '../../server/domain/webhooks/sending/webhook-kind.ts'
import type { OutboxItem } from '../../server/generated/prisma/client.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import { laneOf } from '../../server/outbox/lane.ts'
import { planAfter } from '../../server/outbox/plan.ts'
import { resetFields } from '../../server/outbox/reset-fields.ts'
import type { Schedule } from '../../server/outbox/schedule.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * When each attempt begins, and when the item has failed if all do, in milliseconds after the first began: of attempts
 * that each take so long.
 */
function planOf(schedule: Schedule, attemptMs: number) {
  const startedAt = new Date()
  const began: number[] = []
  let due = startedAt
  let endedAt = startedAt
  for (let attempts = 1; attempts <= schedule.attempts; attempts++) {
    const start = Math.max(due.getTime(), endedAt.getTime())
    began.push(start - startedAt.getTime())
    endedAt = new Date(start + attemptMs)
    due = schedule.next({ attempts, startedAt, endedAt, answer: null })
  }
  const failed = schedule.failsLate && due > endedAt ? due : endedAt
  return { began, failed: failed.getTime() - startedAt.getTime() }
}

const scheduleOf = (name: string) => {
  const kind = outboxKinds.find((each) => each.name === name)
  if (!kind) throw new Error(`There is no kind ${name}.`)
  return kind.schedule
}

test.each([
  // Contract, part 1: every 3 s, and failed after 9 s.
  ['CLIENT_REPLY', 0, { began: [0, 3 * SECOND, 6 * SECOND], failed: 9 * SECOND }],
  ['CLIENT_REPLY', 3 * SECOND, { began: [0, 3 * SECOND, 6 * SECOND], failed: 9 * SECOND }],
  // Contract, part 2: the same, but the operators get the chat as soon as the last attempt has failed.
  ['BOT_EVENT', 0, { began: [0, 3 * SECOND, 6 * SECOND], failed: 6 * SECOND }],
  ['BOT_EVENT', 3 * SECOND, { began: [0, 3 * SECOND, 6 * SECOND], failed: 9 * SECOND }],
  ['CALL_ORDER', 0, { began: [0, 10 * SECOND, 20 * SECOND], failed: 20 * SECOND }],
  ['CALL_ORDER', 8 * SECOND, { began: [0, 10 * SECOND, 20 * SECOND], failed: 28 * SECOND }],
])('the attempts of %s that take %d ms are made as planned', (name, attemptMs, plan) => {
  expect(planOf(scheduleOf(name), attemptMs)).toEqual(plan)
})

const WEBHOOK_PAUSES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
]
const MAIL_PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 8 * HOUR, 12 * HOUR]

test.each([
  ['WEBHOOK', WEBHOOK_PAUSES, 0.2],
  ['MAIL', MAIL_PAUSES, 0],
  ['REPLY_MAIL', MAIL_PAUSES, 0],
  ['WEEKLY_REPORT', MAIL_PAUSES, 0],
  ['PUSH', [5 * SECOND, 30 * SECOND, 2 * MINUTE], 0],
])('the pauses of %s become longer, counted from the end of an attempt', (name, pauses, jitter) => {
  const attemptMs = 5 * SECOND
  const { began, failed } = planOf(scheduleOf(name), attemptMs)
  const waited = began.slice(1).map((start, index) => start - (began[index] ?? 0) - attemptMs)
  expect(waited).toHaveLength(pauses.length)
  for (const [index, pause] of pauses.entries()) {
    expect(waited[index]).toBeGreaterThanOrEqual(pause)
    expect(waited[index]).toBeLessThanOrEqual(pause * (1 + jitter))
  }
  expect(failed).toBe((began.at(-1) ?? 0) + attemptMs)
})

test('no kind is without a plan here', () => {
  const planned = [
    'BOT_EVENT',
    'CALL_ORDER',
    'CLIENT_REPLY',
    'MAIL',
    'PUSH',
    'REPLY_MAIL',
    'WEBHOOK',
    'WEEKLY_REPORT',
  ]
  expect(outboxKinds.map(({ name }) => name).toSorted()).toEqual(planned)
})

test('an event that later ones have overtaken is tried again in a lane of its own, and is overtaken only once', () => {
  const failed = { verdict: { result: 'retry', code: 'status', message: 'HTTP 500' }, answer: null } as const
  const yieldsAfter = Number(webhookKind.schedule.yieldsAfter)
  const lane = laneOf('WEBHOOK', 'endpoint', 'chat')
  const item = {
    id: 'item',
    lane,
    attempts: yieldsAfter - 1,
    startedAt: new Date(),
    yieldedAt: null,
  } as OutboxItem
  const overtaken = planAfter(webhookKind, item, failed)
  expect(overtaken).toMatchObject({
    state: 'PENDING',
    lane: laneOf('WEBHOOK', 'item'),
    yieldedAt: expect.any(Date),
  })
  const yieldedAt = new Date(0)
  const next = planAfter(webhookKind, { ...item, ...overtaken, yieldedAt }, failed)
  expect(next).toMatchObject({ lane: overtaken.lane, attempts: yieldsAfter + 1, yieldedAt })
})

test('a delivery that is sent again has all of its attempts again, and the pauses between them', () => {
  const now = new Date('2026-11-01T12:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  const { attempts } = clientReplyKind.schedule
  const hourAgo = new Date(now.getTime() - HOUR)
  const lane = laneOf('CLIENT_REPLY', 'visitor')
  const failed = {
    id: 'item',
    lane,
    state: 'FAILED',
    attempts,
    startedAt: hourAgo,
    finishedAt: hourAgo,
  } as OutboxItem
  const again = { ...failed, ...resetFields() }
  expect(again).toMatchObject({ state: 'PENDING', nextAttemptAt: now, finishedAt: null })
  const verdict = { result: 'retry', code: 'status', message: 'HTTP 500' } as const
  expect(planAfter(clientReplyKind, again, { verdict, answer: null })).toMatchObject({
    state: 'PENDING',
    attempts: 1,
    nextAttemptAt: new Date(now.getTime() + 3 * SECOND),
  })
})
