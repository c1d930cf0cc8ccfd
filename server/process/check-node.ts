import manifest from '../../package.json' with { type: 'json' }

/** The oldest version of Node that everything runs on. */
const [, OLDEST = ''] = /(\d+\.\d+)/.exec(manifest.engines.node) ?? []

/** Why this Node cannot run Switchboard; undefined when it can. */
export function checkNode(version = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined
  return `Node ${version} is too old: ${OLDEST} or later is needed.`
}
