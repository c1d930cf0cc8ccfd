import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract } from 'tar'

/**
 * Unpacks a package of another platform, which npm does not install here. It must be the one that package-lock.json
 * names.
 * @param {string} path as in the lock file: `node_modules/@img/sharp-linux-arm64`
 * @param {string} target
 */
export async function fetchPackage(path, target) {
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[path]
  if (!locked) throw new Error(`package-lock.json has no ${path}.`)
  const name = `${path.replace('node_modules/', '')}@${locked.version}`
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-package-'))
  try {
    const args = ['pack', name, '--json', '--pack-destination', folder]
    const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm cannot fetch ${name}: ${stderr.trim()}`)
    const file = join(folder, fileNameIn(stdout))
    if (integrityOf(file) !== locked.integrity) {
      throw new Error(`${name} is not what package-lock.json expects.`)
    }
    mkdirSync(target, { recursive: true })
    await extract({ file, cwd: target, strip: 1 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * npm lists what it has packed; newer versions by name.
 * @param {string} json
 */
function fileNameIn(json) {
  const [{ filename }] = Object.values(JSON.parse(json))
  return filename
}

/** @param {string} file */
function integrityOf(file) {
  return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
}
