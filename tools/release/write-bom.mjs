import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * @typedef {object} Component
 * @property {string} bom-ref
 * @property {string} name
 * @property {string} version
 * @property {string} [group]
 */

/**
 * Writes what a release contains as a CycloneDX document. npm knows all packages that are installed; those stay whose
 * code is in the bundles or beside them.
 * @param {string} file
 * @param {{ packages: import('./list-packages.mjs').Packages, time: Date }} release
 */
export function writeBom(file, { packages, time }) {
  const bom = describeInstalled()
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const native = packages.folders.map((path) => ({ path, ...locked[path] }))
  const contained = new Set([
    ...packages.bundled,
    ...native.map(({ path, version }) => `${path.replace('node_modules/', '')}@${version}`),
  ])
  const components = bom.components.filter(({ name, version }) => contained.delete(`${name}@${version}`))
  for (const each of contained) components.push(componentOf(each, native))
  const refs = new Set(components.map((component) => component['bom-ref']))
  const root = bom.metadata.component
  writeFileSync(
    file,
    `${JSON.stringify(
      {
        ...bom,
        // The same for the same release.
        serialNumber: undefined,
        metadata: {
          ...bom.metadata,
          timestamp: time.toISOString(),
          component: { ...root, name: 'switchboard', type: 'application' },
        },
        components,
        dependencies: bom.dependencies
          .filter(({ ref }) => refs.has(ref) || ref === root['bom-ref'])
          .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
      },
      null,
      2,
    )}\n`,
  )
}

/**
 * @returns {{
 *   metadata: { component: Component },
 *   components: Component[],
 *   dependencies: { ref: string, dependsOn: string[] }[],
 * }}
 */
function describeInstalled() {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr.trim()}`)
  return JSON.parse(stdout)
}

/**
 * A package that is not installed here: one of another platform.
 * @param {string} each
 * @param {{ path: string, license?: string }[]} native
 */
function componentOf(each, native) {
  const [name = '', version = ''] = each.split(/@(?=[^@]+$)/)
  const license = native.find(({ path }) => path === `node_modules/${name}`)?.license
  return {
    'bom-ref': each,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ license: { id: license } }] }),
  }
}
