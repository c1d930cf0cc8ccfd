import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

const folder = new URL('../../../dist/widget/', import.meta.url)
const files = readdirSync(folder)
/** Bytes on the wire: the built file as the server sends it. */
const size = (name: string, encoding: string) => readFileSync(new URL(`${name}.${encoding}`, folder)).length
const windowName = files.find((name) => /^window-[\w-]+\.js$/.test(name)) ?? ''

/** The limits are for brotli, which browsers of the supported age accept; with gzip it may be an eighth more. */
describe.each([
  ['br', 1],
  ['gz', 9 / 8],
])('the weight of the widget as .%s', (encoding, share) => {
  test('is at most 8,192 bytes before the visitor touches anything', () => {
    expect(size('widget.js', encoding)).toBeLessThanOrEqual(8_192 * share)
  })

  test('is at most 35,840 bytes with the chat open, whatever its language', () => {
    const texts = files.filter((name) => /^texts-[\w-]+\.js$/.test(name)).map((name) => size(name, encoding))
    expect(texts.length).toBeGreaterThan(0)
    const all = size('widget.js', encoding) + size(windowName, encoding) + Math.max(...texts)
    expect(all).toBeLessThanOrEqual(35_840 * share)
  })

  test('is what is sent: the compressed files hold the scripts', () => {
    const decompress = encoding === 'br' ? brotliDecompressSync : gunzipSync
    for (const name of ['widget.js', windowName]) {
      const script = readFileSync(new URL(name, folder))
      expect(decompress(readFileSync(new URL(`${name}.${encoding}`, folder))).equals(script)).toBe(true)
    }
  })
})
