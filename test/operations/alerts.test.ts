import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { findProgram, installPackage } from '../support/find-program.ts'

const RULES = join(paths.root, 'ops/prometheus/alerts.yaml')

/** Metrics of an installation that works, for six hours, a value each minute as promtool writes it: start+step×times. */
const HEALTHY: Series = {
  'switchboard_build_info{role="web",instance="a"}': '1x400',
  'switchboard_build_info{role="worker",instance="b"}': '1x400',
  'nodejs_eventloop_lag_p99_seconds{instance="another program"}': '0.9x400',
  'switchboard_store_up{store="postgresql",instance="a"}': '1x400',
  'switchboard_store_up{store="redis",instance="a"}': '1x400',
  'switchboard_http_requests_total{status="200"}': '0+100x400',
  'switchboard_outbox_attempts_total{kind="mail",outcome="sent"}': '0+1x400',
  'switchboard_outbox_attempts_total{kind="mail",outcome="retry"}': '0x400',
  'switchboard_told_events_total{from="bus"}': '0+10x400',
  'switchboard_job_seconds_count{kind="sweep",outcome="failed"}': '0x400',
  'switchboard_job_seconds_count{kind="prune",outcome="failed"}': '0x400',
  'switchboard_job_seconds_count{kind="prune",outcome="done"}': '0x59 1x59 2x59 3x59 4x59 5x59 6x40',
}

type Series = Record<string, string>

/** For each alert what differs from that, and the labels that tell what it is about. */
const CASES: Record<string, [changed: Series, labels?: string]> = {
  SwitchboardDown: [{ 'switchboard_build_info{role="web",instance="a"}': '1x60 stale' }],
  SwitchboardNoWorker: [{ 'switchboard_build_info{role="worker",instance="b"}': '1x60 stale' }],
  SwitchboardStoreAway: [{ 'switchboard_store_up{store="redis",instance="a"}': '0x400' }, 'store="redis"'],
  SwitchboardErrors: [{ 'switchboard_http_requests_total{status="503"}': '0+10x400' }],
  SwitchboardInternalErrors: [{ 'switchboard_graphql_errors_total{code="INTERNAL_ERROR"}': '0+3x400' }],
  SwitchboardSlow: [
    {
      'switchboard_http_request_seconds_bucket{route="/graphql",le="1"}': '0+10x400',
      'switchboard_http_request_seconds_bucket{route="/graphql",le="5"}': '0+99x400',
      'switchboard_http_request_seconds_bucket{route="/graphql",le="+Inf"}': '0+99x400',
    },
    'route="/graphql"',
  ],
  SwitchboardOverloaded: [
    { 'switchboard_shed_requests_total{urgency="message"}': '0+1x400' },
    'urgency="message"',
  ],
  SwitchboardDeliveriesOverdue: [
    { 'switchboard_overdue_seconds{kind="webhook"}': '0+60x400' },
    'kind="webhook"',
  ],
  SwitchboardDeliveriesFail: [
    { 'switchboard_outbox_attempts_total{kind="mail",outcome="retry"}': '0+3x400' },
    'kind="mail"',
  ],
  SwitchboardJobsFail: [
    { 'switchboard_job_seconds_count{kind="sweep",outcome="failed"}': '0+1x400' },
    'kind="sweep"',
  ],
  SwitchboardPruningStopped: [
    {
      'switchboard_job_seconds_count{kind="prune",outcome="done"}': '0x400',
      'switchboard_job_seconds_count{kind="prune",outcome="failed"}': '0x59 1x59 2x59 3x59 4x59 5x59 6x40',
    },
  ],
  SwitchboardScreensLate: [{ 'switchboard_hub_lag_seconds{instance="a"}': '0+30x400' }, 'instance="a"'],
  SwitchboardEventsRecovered: [{ 'switchboard_told_events_total{from="log"}': '0+2x400' }],
  SwitchboardConnectionsUsedUp: [
    { 'switchboard_database_connections{state="waiting",instance="a"}': '9x400' },
    'instance="a"',
  ],
  SwitchboardStatementsFail: [
    { 'switchboard_statement_errors_total{database="primary",meaning="away"}': '0+12x400' },
    'database="primary"',
  ],
  SwitchboardDiskFull: [{ 'switchboard_files_free_bytes{instance="a"}': '1000x400' }],
  SwitchboardEventLoopBlocked: [
    { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.9x400' },
    'instance="a"',
  ],
}

const severities = new Map(
  [
    ...readFileSync(RULES, 'utf8').matchAll(
      /- alert: (\w+)\n(?: {8}.*\n)*? {8}labels: \{ severity: (\w+) \}/g,
    ),
  ].map(([, alert = '', severity = '']) => [alert, severity]),
)

const seriesOf = (job: string, installation: Series) =>
  Object.entries(installation).map(([metric, values]) => ({
    series: metric.replace('{', `{job="${job}",`),
    values,
  }))

const labelsOf = (alert: string) => `alertname="${alert}",severity="${severities.get(alert)}"`

/** A case in promtool's format, for which every alert but the expected one is silent; another installation works. */
function promtoolCase(name: string, changed: Series, expected: string[]) {
  return {
    name,
    interval: '1m',
    input_series: [...seriesOf('another', HEALTHY), ...seriesOf('chat', { ...HEALTHY, ...changed })],
    promql_expr_test: [
      {
        expr: 'ALERTS{alertstate="firing"}',
        eval_time: '6h',
        exp_samples: expected.map((labels) => ({
          labels: `ALERTS{alertstate="firing",${labels}}`,
          value: 1,
        })),
      },
    ],
  }
}

test('each alert fires when it should, alone and for its installation, and none while an installation works', () => {
  expect(Object.keys(CASES).toSorted()).toEqual([...severities.keys()].toSorted())
  if (!findProgram('promtool')) installPackage('prometheus', 'Alerts are tried with promtool.')
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-alerts-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const tests = [
    promtoolCase('installations that work', {}, []),
    {
      ...promtoolCase('no installation', {}, ['SwitchboardDown', 'SwitchboardNoWorker'].map(labelsOf)),
      input_series: [],
    },
    ...Object.entries(CASES).map(([alert, [changed, labels]]) =>
      promtoolCase(alert, changed, [[labelsOf(alert), 'job="chat"', labels].filter(Boolean).join(',')]),
    ),
  ]
  const file = join(dir, 'cases.yaml')
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '5m', tests }))
  const { status, stdout, stderr } = spawnSync(String(findProgram('promtool')), ['test', 'rules', file], {
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
})
