import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'

/** Runs what `npm ci` runs last in a source tree that has only these packages. */
async function prepare(packages: string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-prepare-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const name of ['package.json', 'tools'])
    cpSync(join(paths.root, name), join(dir, name), { recursive: true })
  for (const name of packages) mkdirSync(join(dir, 'node_modules', name), { recursive: true })
  return promisify(execFile)('npm', ['run', '--silent', 'prepare'], { cwd: dir })
}

test('npm ci goes through when a start cannot be built, says why, and that the start tries again', async () => {
  const { stdout, stderr } = await prepare(['vite'])
  expect(stdout).toContain('Building database client …')
  expect(stderr).toBe(
    'The build needs packages that are not installed. Run npm ci first.\nnpm start tries to build this again.\n',
  )
})

test('npm ci without the packages that build says nothing', async () => {
  expect(await prepare([])).toEqual({ stdout: '', stderr: '' })
})
