import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '../../../server/paths.ts'
import { findProgram, installPackage } from '../find-program.ts'

/** A manifest of Kubernetes, as much of it as tests look at. */
export interface Manifest {
  kind: string
  metadata: { name: string }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another one
  spec: any
}

export interface ChartRenderer {
  /** The manifests of a chart with these values changed, such as `web.autoscaling.enabled=true`. Throws what the template says. */
  render(chart: string, ...changes: string[]): Manifest[]
  remove(): void
}

/** Where Debian keeps the sources of Go's libraries. */
const LIBRARIES = '/usr/share/gocode'
const PACKAGES = {
  'golang-github-masterminds-sprig-dev': 'src/github.com/Masterminds/sprig',
  'golang-gopkg-yaml.v2-dev': 'src/gopkg.in/yaml.v2',
}

/** Builds the program that renders charts. */
export function buildChartRenderer(): ChartRenderer {
  const purpose = 'Charts are rendered by a program in Go.'
  if (!findProgram('go')) installPackage('golang-go', purpose)
  for (const [name, folder] of Object.entries(PACKAGES)) {
    if (!existsSync(join(LIBRARIES, folder))) installPackage(name, purpose)
  }
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-chart-'))
  const program = join(dir, 'render-chart')
  const source = join(paths.root, 'test/support/render-chart/main.go')
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOFLAGS: '',
    GOPATH: LIBRARIES,
    GOCACHE: join(tmpdir(), 'switchboard-go'),
  }
  run(String(findProgram('go')), ['build', '-o', program, source], env)
  return {
    render: (chart, ...changes) => JSON.parse(run(program, [chart, ...changes], process.env)) as Manifest[],
    remove: () => rmSync(dir, { recursive: true }),
  }
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  if (status !== 0) throw new Error(stderr)
  return stdout
}
