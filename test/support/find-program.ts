import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The program's path, from PATH. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/**
 * Installs a package where that needs no question: as root on Debian and its kin. Elsewhere it throws an error that
 * says what to type.
 */
export function installPackage(name: string, purpose: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error(`${purpose} Install it first, for instance with: sudo apt-get install ${name}`)
  }
  console.log(`Installing ${name} …`)
  const install = ['install', '-y', '--no-install-recommends', name]
  // Package lists may be old or, in a container, not there at all.
  const done = aptGet(install) || (aptGet(['update']) && aptGet(install))
  if (!done) throw new Error(`${purpose} It could not be installed with: apt-get install ${name}`)
}

function aptGet(args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Another test file may be installing something.
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=600']
  return spawnSync('apt-get', [...options, ...args], { env, stdio: 'ignore' }).status === 0
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
