import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const bundles = readdirSync(new URL('../../dist', import.meta.url)).filter((name) => name.endsWith('.mjs'))

test.each(bundles)(
  'the bundle %s is Latin-1: with any other character, Node would keep two bytes for each',
  (name) => {
    const text = readFileSync(new URL(`../../dist/${name}`, import.meta.url), 'utf8')
    expect(text.match(/[^\0-\xff]/g)).toBeNull()
  },
)
