import { spawnSync } from 'node:child_process'

/** Throws when something here is not in the commit that a release is made of. */
export function requireCommitted() {
  const { status, stdout } = git('status', '--porcelain')
  if (status === 0 && stdout.trim() !== '') {
    throw new Error(`A release is made from a commit, and these files are not in it:\n${stdout.trimEnd()}`)
  }
}

/**
 * The time of the commit, which all files of a release have: it is the same for all who build it, and another one for
 * the next, so that browsers notice a page that has changed. Outside of a repository SOURCE_DATE_EPOCH gives it.
 */
export function commitTime() {
  const given = process.env.SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct').stdout
  if (given) return new Date(Number(given) * 1000)
  console.warn('There is no commit here: set SOURCE_DATE_EPOCH to be able to make the same release again.')
  return new Date(Math.floor(Date.now() / 1000) * 1000)
}

export function build() {
  const { status } = spawnSync(process.execPath, ['tools/build.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed.')
}

/** @param {string[]} args */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return { status, stdout: stdout ?? '' }
}
