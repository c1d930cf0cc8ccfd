import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const bundles = readdirSync(new URL('../../dist', import.meta.url)).filter((name) => name.endsWith('.mjs'))

test.each(bundles)(
  'the bundle %s is Latin-1: with any other character, Node would keep two bytes for each',
  (name) => {
    const text = readFileSync(new URL(`../../dist/${name}`, import.meta.url), 'utf8')
    expect(text.match(/[^\0-\xff]/g)).toBeNull()
  },
)

test('the operator app loads at most 150 kB of JavaScript before it shows anything, as gzip', () => {
  const folder = new URL('../../dist/operator-app/', import.meta.url)
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
  const named = [...read('index.html').matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, name = '']) => name)
  expect(named).not.toEqual([])
  const loaded = new Set(named)
  // What is found meanwhile is looked into as well.
  for (const name of loaded) {
    for (const [, other] of read(name).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      loaded.add(`assets/${other}`)
  }
  const bytes = [...loaded].map((name) => gzipSync(read(name)).length)
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(150_000)
})
