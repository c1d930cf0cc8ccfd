import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

const folder = new URL('../../../dist/widget/', import.meta.url)
const files = readdirSync(folder)
/** Bytes on the wire: the built file as the server sends it. */
const size = (name: string) => readFileSync(new URL(`${name}.gz`, folder)).length
const windowName = files.find((name) => /^window-[\w-]+\.js$/.test(name)) ?? ''

describe('the weight of the widget', () => {
  test('is at most 8,192 bytes before the visitor touches anything', () => {
    expect(size('widget.js')).toBeLessThanOrEqual(8_192)
  })

  test('is at most 35,840 bytes with the chat open, whatever its language', () => {
    const texts = files.filter((name) => /^texts-[\w-]+\.js$/.test(name)).map(size)
    expect(texts.length).toBeGreaterThan(0)
    expect(size('widget.js') + size(windowName) + Math.max(...texts)).toBeLessThanOrEqual(35_840)
  })

  test('is what is sent: the compressed files hold the scripts', () => {
    for (const name of ['widget.js', windowName]) {
      const script = readFileSync(new URL(name, folder))
      expect(size(name)).toBeLessThanOrEqual(gzipSync(script, { level: 9 }).length)
    }
  })
})
