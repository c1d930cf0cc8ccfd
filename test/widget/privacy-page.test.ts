import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '../../server/paths.ts'

const namesIn = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort()

test('docs/widget.md names everything that the widget keeps in the storage of the site', () => {
  const folder = join(paths.root, 'widget')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  const code = sources.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const kept = namesIn(code, /(?:(?:lasting|passing|storage|tab)\.[gs]et\('|=> `(?!svc:))(\w+)(?:'|:\$\{)/g)
  const page = readFileSync(join(paths.root, 'docs/widget.md'), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| (local|session)Storage/.test(line))
  expect(kept).toContain('token')
  expect(namesIn(rows.join('\n'), /`(\w+)(?::…)?`/g)).toEqual(kept)
})
