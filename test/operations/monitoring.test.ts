import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDirect } from '../../server/database/query-direct.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import { type LaneStates, laneStates } from '../../server/outbox/lane-states.ts'
import { paths } from '../../server/paths.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { until } from '../support/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const read = (path: string) => readFileSync(join(paths.root, path), 'utf8')
const scrape = async () => (await fetch(`${app.url}/metrics`)).text()

/** The names that can be asked for: those of the samples that each metric of this type has. */
function namesIn(metrics: string): Set<string> {
  return new Set(
    [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) => {
      if (type === 'histogram') return ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)
      return type === 'summary' ? [name, `${name}_sum`, `${name}_count`] : [name]
    }),
  )
}

const OPERATORS = new Set(['and', 'or', 'unless', 'bool', 'offset'])

/** The metrics that an expression of PromQL names: what is neither a function, an operator nor a label. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
    .replace(/"[^"]*"/g, '')
  return [...bare.matchAll(/(?<![\w.$])[a-zA-Z_:][\w:]*(?!\w|\s*\()/g)]
    .map(String)
    .filter((word) => !OPERATORS.has(word))
}

const alerts = [...read('ops/prometheus/alerts.yaml').matchAll(/^ +expr: (.+)$/gm)].map(
  ([, expression = '']) => expression,
)
const dashboard = JSON.parse(read('ops/grafana/switchboard.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[]
  templating: { list: { query: string }[] }
}
const panels = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const variables = dashboard.templating.list.flatMap(
  ({ query }) => /^label_values\((\w+)/.exec(query)?.[1] ?? [],
)

/** The labels that an expression compares or groups by; `le`, `job` and `instance` are Prometheus' own. */
function labelsOf(expression: string): string[] {
  const compared = [...expression.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)/g)]
  const grouped = [...expression.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)]
  return [
    ...compared.map(([, label = '']) => label),
    ...grouped.flatMap(([, labels = '']) => labels.split(',').map((label) => label.trim())),
  ].filter((label) => !['', 'le', 'job', 'instance'].includes(label))
}

test('every metric that an alert or a panel names is one of the server', async () => {
  const known = namesIn(await scrape())
  const unknownIn = (expressions: string[]) => [
    ...new Set(expressions.flatMap(metricsOf).filter((name) => !known.has(name))),
  ]
  expect(alerts.length).toBeGreaterThan(10)
  expect(panels.length).toBeGreaterThan(20)
  expect(unknownIn(alerts)).toEqual([])
  expect(unknownIn([...panels, ...variables])).toEqual([])
  // The reading itself is tried: names in every place where one can be.
  const mistyped = 'sum by (kind) (rate(switchboard_tpyo_total{a="b"}[5m])) / topk(2, other_tpyo) > 0.5'
  expect(unknownIn([mistyped])).toEqual(['switchboard_tpyo_total', 'other_tpyo'])
})

test('every label that an alert or a panel uses is one of a metric that it names', () => {
  const labels = (name: string) => {
    const own = name.replace(/_(bucket|sum|count)$/, '')
    const metric = app.services.metrics.registry.getSingleMetric(own) as { labelNames?: string[] } | undefined
    return metric?.labelNames ?? []
  }
  for (const expression of [...alerts, ...panels]) {
    const possible = metricsOf(expression).flatMap(labels)
    expect(labelsOf(expression).filter((label) => !possible.includes(label), expression)).toEqual([])
  }
})

test('no metric has a label that Prometheus sets itself, and would rename', () => {
  const metrics = app.services.metrics.registry.getMetricsAsArray() as { labelNames?: string[] }[]
  const labels = new Set(metrics.flatMap(({ labelNames = [] }) => labelNames))
  expect(labels).toContain('kind')
  expect(labels).not.toContain('job')
  expect(labels).not.toContain('instance')
})

test('an operator at work shows in the metrics, by names of the API and never by their own', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const feed = openFeed(app.url, { cookie: operator.cookie, after: '0' })
  await desk.say('a', 'Hello')
  await feed.waitFor(({ message }) => message?.text === 'Hello')
  // The first one may have come from the log, as what the screen had missed.
  await desk.say('a', 'Again')
  await feed.waitFor(({ message }) => message?.text === 'Again')
  await operator.execute('query aNameOfTheirOwn { viewer { email } }')
  await operator.execute('query aNameOfTheirOwn { ... on Query { viewer { email } } }')
  await until(async () => {
    const lines = (await scrape()).split('\n')
    for (const line of [
      'switchboard_sockets{of="operator"} 1',
      'switchboard_present{kind="operator"} 1',
      'switchboard_followed_accounts 1',
      'switchboard_shed_requests_total{urgency="message"} 0',
      'switchboard_store_up{store="postgresql"} 1',
      'switchboard_lanes{kind="webhook",state="due"} 0',
      'switchboard_overdue_seconds{kind="mail"} 0',
      'switchboard_graphql_operation_seconds_count{type="query",operation="viewer"} 1',
      'switchboard_graphql_operation_seconds_count{type="query",operation="other"} 1',
      'switchboard_graphql_operation_seconds_count{type="subscription",operation="events"} 1',
    ]) {
      expect(lines).toContain(line)
    }
    expect(lines.join('\n')).toMatch(/told_events_total\{from="itself"\} [1-9]/)
    expect(lines.join('\n')).toMatch(/statement_seconds_count\{database="primary",command="select"\} [1-9]/)
    expect(lines.join('\n')).not.toContain('aNameOfTheirOwn')
  })
  await feed.close()
})

test('lanes are counted by what they wait for, and the most overdue attempt tells for how long', async () => {
  const { account } = await openDesk(app)
  const { db } = app.services
  const hourAgo = new Date(Date.now() - 3_600_000)
  const inAnHour = new Date(Date.now() + 3_600_000)
  const base = { accountId: account.id, receiverId: account.id, kind: 'CALL_ORDER' }
  await db.outboxItem.createMany({
    data: [
      { ...base, lane: 'CALL_ORDER:a', nextAttemptAt: hourAgo },
      { ...base, lane: 'CALL_ORDER:a', nextAttemptAt: hourAgo },
      { ...base, lane: 'CALL_ORDER:b', nextAttemptAt: hourAgo, claimedUntil: inAnHour },
      { ...base, lane: 'CALL_ORDER:c', nextAttemptAt: inAnHour },
      { ...base, lane: 'CALL_ORDER:d', nextAttemptAt: hourAgo, state: 'SENT' },
    ],
  })
  const states = await queryDirect<LaneStates>(app.services.pool, laneStates(outboxKinds))
  const ofOrders = states.find(({ kind }) => kind === 'CALL_ORDER')
  expect(ofOrders).toMatchObject({ sending: 1, due: 1, waiting: 1 })
  expect(ofOrders?.overdue).toBeGreaterThan(3_590)
  expect(states.find(({ kind }) => kind === 'MAIL')).toMatchObject({ due: 0, overdue: null })
  await db.outboxItem.deleteMany({ where: { accountId: account.id } })
})
