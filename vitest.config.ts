import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'
import { CountReporter } from './test/support/count-reporter.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { PATIENCE_MS } from './test/support/patience.ts'
import { runes } from './test/support/runes.ts'

/**
 * What differs without Redis: queues, the bus, who is present and limits. It runs on both kinds of installation; what is
 * between a request and PostgreSQL alone is the same with both.
 */
const ON_EITHER_STORE = [
  'test/events/*.test.ts',
  'test/bots/{authorization,conversation,crowd,failures,inbound,repeats}.test.ts',
  // Of the calls, webhooks and widgets without what waits for long schedules (a storm of webhooks, the telephone system).
  'test/calls/{call-events,callbacks,operator-dials}.test.ts',
  'test/channel/{directory,http-rules,many-at-once,receive,store-away,three-ways}.test.ts',
  'test/chats/{colleagues,operators,queue-and-close}.test.ts',
  'test/deliveries/{client,media,operator}.test.ts',
  'test/files/upload.test.ts',
  'test/graphql/{answer-limits,limits,statements,store-away,visitor-principal,walls}.test.ts',
  'test/jobs/retention.test.ts',
  'test/mail/{chat-logs,passwords,sending}.test.ts',
  'test/offline-messages/answers.test.ts',
  'test/visitors/{site-pages,without-socket}.test.ts',
  'test/webhooks/{answers,delivery,events}.test.ts',
  'test/widget/{conversation,marks,visits}.test.ts',
]

const common = {
  /** No test has a limit of its own: this one only ends those that would never end. */
  testTimeout: 600_000,
  hookTimeout: 600_000,
  maxWorkers: 2,
  /** Loading the server takes a second. What files share, an installation and a browser, they share in one process. */
  isolate: false,
  setupFiles: ['test/support/one-at-a-time.ts'],
  expect: { poll: { timeout: PATIENCE_MS } },
}
/**
 * Node loads the CommonJS half of `graphql` and Vite the other one; values of the two are not `instanceof` each
 * other, so an error that the server made would not be known as one.
 */
const resolve = {
  alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
}
const withRedis = ['test/support/redis-setup.ts']

// A project that extended this file would run its global setup again: one PostgreSQL serves all three.
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', new CountReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        plugins: [runes()],
        test: {
          ...common,
          name: 'redis',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**'],
          globalSetup: withRedis,
          // Those that wait for schedules, or for processes to start, leave time for a third.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve,
        test: { ...common, name: 'embedded', include: ON_EITHER_STORE, sequence: { groupOrder: 1 } },
      },
      {
        resolve,
        test: {
          ...common,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: withRedis,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
