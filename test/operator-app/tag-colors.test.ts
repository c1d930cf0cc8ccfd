import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { TagColor } from '../../server/generated/prisma/enums.ts'

const css = await readFile('operator-app/src/styles/tokens.css', 'utf8')

/** The two shades of a token: in the light theme and in the dark one. */
function shadesOf(token: string): [light: string, dark: string] {
  const [, light, dark] =
    new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css) ?? []
  if (!light || !dark) throw new Error(`there is no --${token}`)
  return [light, dark]
}

/** The relative luminance of WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test('black on white is as far apart as can be', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

const names = Object.values(TagColor).map((color) => color.toLowerCase())

test.each(names)('a %s tag can be read in both themes, and its mark be seen on every row', (name) => {
  const [text, soft] = [shadesOf(`tag-${name}-text`), shadesOf(`tag-${name}-soft`)]
  for (const theme of [0, 1] as const) {
    expect(contrast(text[theme], soft[theme])).toBeGreaterThanOrEqual(4.5)
    for (const surface of ['surface', 'surface-hover', 'surface-selected', 'surface-raised']) {
      expect(contrast(text[theme], shadesOf(surface)[theme])).toBeGreaterThanOrEqual(3)
    }
  }
})
