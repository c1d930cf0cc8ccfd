import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import {
  buildChartRenderer,
  type ChartRenderer,
  type Manifest,
} from '../support/render-chart/render-chart.ts'

const CHART = join(paths.root, 'ops/helm/switchboard')

let renderer: ChartRenderer
beforeAll(() => {
  renderer = buildChartRenderer()
})
afterAll(() => renderer?.remove())

const render = (...changes: string[]) => renderer.render(CHART, ...changes)
const named = (manifests: Manifest[]) =>
  manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()

interface Container {
  args?: string[]
  env: { name: string; value?: string }[]
  volumeMounts: { name: string; mountPath: string }[]
}

/** The containers of all pods, by the name of what makes these. */
function containersOf(manifests: Manifest[]): Map<string, Container> {
  const pods = manifests.flatMap(({ metadata, spec }) => {
    const template = spec.template ?? spec.jobTemplate?.spec.template
    return template ? ([[metadata.name, template.spec]] as const) : []
  })
  return new Map(pods.map(([name, { containers }]) => [name, containers[0]]))
}

const ALL = [
  'web.autoscaling.enabled=true',
  'worker.autoscaling.enabled=true',
  'ingress.enabled=true',
  'ingress.tlsSecretName=certificate',
  'podMonitor.enabled=true',
  'backup.enabled=true',
  'image.tag=1.2.3',
  'imagePullSecrets=[{ name: registry }]',
  'optionalSecrets=[DATABASE_DIRECT_URL, METRICS_TOKEN]',
  'web.nodeSelector={ disk: fast }',
  'worker.tolerations=[{ key: spot, operator: Exists }]',
]

test('with the values that it comes with, and with everything on, the chart makes manifests', () => {
  expect(named(render())).toEqual([
    'Deployment chat-switchboard-web',
    'Deployment chat-switchboard-worker',
    'Job chat-switchboard-migration',
    'PersistentVolumeClaim chat-switchboard-files',
    'PodDisruptionBudget chat-switchboard-web',
    'PodDisruptionBudget chat-switchboard-worker',
    'Service chat-switchboard',
  ])
  const everything = named(render(...ALL))
  expect(everything).toEqual(
    expect.arrayContaining([
      'CronJob chat-switchboard-backup',
      'HorizontalPodAutoscaler chat-switchboard-web',
      'HorizontalPodAutoscaler chat-switchboard-worker',
      'Ingress chat-switchboard',
      'PodMonitor chat-switchboard',
    ]),
  )
})

test('every pod has the same stores, secrets and variables, and each variable once', () => {
  const containers = containersOf(render(...ALL, 'env={ MAIL_FROM: a@example.com }'))
  expect([...containers.keys()].sort()).toEqual(
    ['backup', 'migration', 'web', 'worker'].map((part) => `chat-switchboard-${part}`),
  )
  for (const [name, { env }] of containers) {
    const names = env.map((variable) => variable.name)
    expect(new Set(names).size, name).toBe(names.length)
    expect(names, name).toEqual(
      expect.arrayContaining([
        'DATABASE_URL_FILE',
        'DATABASE_DIRECT_URL_FILE',
        'REDIS_URL_FILE',
        'SECRET_KEY_FILE',
        'METRICS_TOKEN_FILE',
        'MAIL_FROM',
      ]),
    )
  }
})

test('files in a store need no volume that many pods may write to', () => {
  const manifests = render('files.shared=false', 'optionalSecrets=[FILE_STORE_URL]')
  expect(named(manifests)).not.toContain('PersistentVolumeClaim chat-switchboard-files')
  const volumes = manifests.flatMap(({ kind, spec }) =>
    kind === 'Deployment' ? spec.template.spec.volumes : [],
  )
  expect(volumes.filter(({ name }) => name === 'files')).toEqual([
    { name: 'files', emptyDir: {} },
    { name: 'files', emptyDir: {} },
  ])
})

test('workers are added for what is overdue, and not for what a receiver that is down keeps waiting', () => {
  const scaler = render(...ALL).find(
    ({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name.endsWith('-worker'),
  )
  expect(scaler?.spec.metrics).toEqual([
    {
      type: 'External',
      external: { metric: { name: 'switchboard_overdue_seconds' }, target: { type: 'Value', value: '10' } },
    },
  ])
})
