import { expect, test } from 'vitest'
import { makePalette } from '../../../../widget/window/look/colors.ts'

const COLORS = [
  '#000000',
  '#ffffff',
  '#808080',
  '#777',
  '#ffd23f',
  '#ff3b30',
  '#2f5bea',
  '#00ff00',
  '#c0c0c0',
]
const surfaces = { light: ['#ffffff', '#f0f0f3'], dark: ['#1e1f23', '#2c2e34'] }

test.for(COLORS)('text is readable on and in %s, whatever goes with it', (color) => {
  for (const second of [null, ...COLORS]) {
    for (const theme of ['light', 'dark'] as const) {
      const { accent, accent2, onAccent, accentText } = makePalette(color, second, theme === 'dark')
      expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.45)
      expect(contrast(accent2, onAccent)).toBeGreaterThanOrEqual(4.45)
      for (const surface of surfaces[theme])
        expect(contrast(accentText, surface)).toBeGreaterThanOrEqual(4.45)
    }
  }
})

test('a colour on which text can be read stays as it was chosen', () => {
  expect(makePalette('#2f5bea', '#7a1fa2', false)).toMatchObject({ accent: '#2f5bea', accent2: '#7a1fa2' })
})

test('what is no colour is the widget’s own', () => {
  expect(makePalette('red; } body { display: none', null, false).accent).toBe('#2f5bea')
})

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
