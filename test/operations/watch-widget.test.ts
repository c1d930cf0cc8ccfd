import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('npm run dev builds the widget again when one of its sources changes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-widget-'))
  await cp(join(root, 'widget'), join(folder, 'widget'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const watcher = spawn(process.execPath, [join(root, 'tools/watch-widget.mjs')], { cwd: folder })
  onTestFinished(async () => {
    watcher.kill()
    await rm(folder, { recursive: true })
  })
  let said = ''
  for (const stream of [watcher.stdout, watcher.stderr]) stream.on('data', (data) => (said += data))
  const loader = () => readFile(join(folder, 'dist/widget/widget.js'), 'utf8').catch(() => '')
  const source = join(folder, 'widget/loader/launcher.ts')
  await expect.poll(loader).toContain('switchboard-widget')
  const text = await readFile(source, 'utf8')
  await writeFile(source, `${text}\nconst = 1`)
  await expect.poll(() => said).toContain('could not be built')
  expect(await loader()).toContain('switchboard-widget')
  await writeFile(source, text.replaceAll('switchboard-widget', 'other-widget'))
  await expect.poll(loader).toContain('other-widget')
})
