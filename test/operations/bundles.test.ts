import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test.each(['server', 'admin', 'file-process'])(
  'the bundle of %s is Latin-1: with any other character, Node would keep two bytes for each',
  (name) => {
    const text = readFileSync(new URL(`../../dist/${name}.mjs`, import.meta.url), 'utf8')
    expect(text.match(/[^\0-\xff]/g)).toBeNull()
  },
)
