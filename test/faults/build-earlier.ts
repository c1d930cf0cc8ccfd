import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { paths } from '../../server/paths.ts'

/**
 * The server of an earlier version: of the folder of a release, or built from a commit in `dir`. A commit is built with
 * the packages that are installed here.
 */
export function buildEarlier(from: string, dir: string): string {
  const released = resolve(from, 'server.mjs')
  if (existsSync(released)) return released
  const tree = join(dir, 'earlier')
  run('git', ['worktree', 'add', '--detach', tree, from])
  process.once('exit', () => {
    rmSync(tree, { recursive: true, force: true })
    run('git', ['worktree', 'prune'])
  })
  symlinkSync(join(paths.root, 'node_modules'), join(tree, 'node_modules'))
  for (const step of ['database client', 'server']) {
    run(process.execPath, [join(tree, 'tools/build.mjs'), '--step', step])
  }
  return join(tree, 'dist/server.mjs')
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { cwd: paths.root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${stderr}`)
}
