import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '../../server/paths.ts'

const read = (path: string) => readFileSync(join(paths.root, path), 'utf8')
const CHART = 'ops/helm/switchboard/templates'
const FILES = [
  '.env.example',
  'compose.yaml',
  'Dockerfile',
  'ops/systemd/switchboard.service',
  'ops/helm/switchboard/values.yaml',
  ...readdirSync(join(paths.root, CHART)).map((name) => join(CHART, name)),
]

/** What these files set for other programs than ours. */
const FOREIGN =
  /^(POSTGRES_(USER|PASSWORD|DB)|SITE_HOST|UPSTREAMS|PATH|(NODE|RUN)_IMAGE|USER_ID|SOURCE_DATE_EPOCH|HOST_NAME|POD_NAME)$/

/** The names that are set: `NAME: value`, `NAME=value`, `name: NAME`. */
function variablesIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line))
  const names = lines.flatMap((line) => [
    ...(/^\s*(?:Environment=|ENV |ARG )?([A-Z]+(?:_[A-Z]+)*)(?:: |=)/.exec(line)?.slice(1) ?? []),
    ...(/\bname: ([A-Z]+(?:_[A-Z]+)+)\b/.exec(line)?.slice(1) ?? []),
  ])
  return [...new Set(names)].filter((name) => !FOREIGN.test(name))
}

const documented = [...read('docs/operations.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(
  ([, names = '']) => [...names.matchAll(/[A-Z_]+/g)].map(String),
)

test('every variable of the server is documented, and no other', () => {
  const known = [...read('server/process/env.ts').matchAll(/^ {2}([A-Z]+(?:_[A-Z]+)*): /gm)].map(
    ([, name]) => name,
  )
  expect(documented.toSorted()).toEqual(known.toSorted())
})

test.each(FILES)('%s sets only variables that the server knows', (file) => {
  for (const name of variablesIn(read(file))) expect(documented).toContain(name.replace(/_FILE$/, ''))
})

test('what is filled in once reaches the processes', () => {
  const asked = variablesIn(read('.env.example'))
  expect(asked).toContain('SECRET_KEY')
  const processes = read('compose.yaml').split('\n  postgres:\n')[0] ?? ''
  // All of the file is passed on; what compose.yaml itself needs is asked for by name.
  expect(processes).toContain('\n  env_file: .env\n')
  for (const name of ['SITE_HOST', 'POSTGRES_PASSWORD', 'SECRET_KEY']) {
    expect(processes).toContain(`\${${name}:`)
  }
  const fixed = variablesIn(processes)
  for (const name of asked) if (name !== 'SECRET_KEY') expect(fixed).not.toContain(name)
})

test('all versions are that of the package', () => {
  const { version } = JSON.parse(read('package.json'))
  const chart = read('ops/helm/switchboard/Chart.yaml')
  expect(chart).toContain(`\nversion: ${version}\n`)
  expect(chart).toContain(`\nappVersion: '${version}'\n`)
})

test('the service can do little', () => {
  const unit = join(paths.root, 'ops/systemd/switchboard.service')
  const { stdout, error } = spawnSync('systemd-analyze', ['security', '--offline=true', unit], {
    encoding: 'utf8',
  })
  if (error) return expect(error).toMatchObject({ code: 'ENOENT' })
  expect(Number(/exposure level .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(2)
})
