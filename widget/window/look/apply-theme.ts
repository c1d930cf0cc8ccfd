import type { CoreState } from '../../core.ts'
import { isRightToLeft } from '../texts/load-texts.ts'
import { makePalette } from './colors.ts'

const system = matchMedia('(prefers-color-scheme: dark)')

/**
 * Gives an element the widget's colours, theme, side, direction and language. Through the style object: a `style`
 * attribute would need `'unsafe-inline'` in the page's policy.
 */
export function applyTheme(element: HTMLElement, { widget, colors, locale }: CoreState): void {
  const isDark = widget.theme === 'AUTO' ? system.matches : widget.theme === 'DARK'
  const [color, color2] = colors ? [colors.primary, colors.secondary] : [widget.color, widget.color2]
  for (const [name, value] of Object.entries(makePalette(color, color2, isDark))) {
    element.style.setProperty(`--${name}`, value)
  }
  element.dataset.theme = isDark ? 'dark' : 'light'
  element.dataset.side = widget.position
  element.dir = isRightToLeft(locale) ? 'rtl' : 'ltr'
  element.lang = locale
}

/** Calls when the visitor's system turns dark or light. Returns what ends it. */
export function onThemeChange(listener: () => void): () => void {
  system.addEventListener('change', listener)
  return () => system.removeEventListener('change', listener)
}
