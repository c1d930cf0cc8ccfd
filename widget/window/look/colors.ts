type Rgb = [number, number, number]

/** The colours from which those of the style sheet are computed. */
export interface Palette {
  /** The widget's colour, and the other end of its gradient. */
  accent: string
  accent2: string
  /** Text on both. */
  onAccent: string
  /** The widget's colour, as dark or light as text in the window must be. */
  accentText: string
}

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [17, 18, 21]
/** The background on which coloured text has the least contrast: `--bubble` in base.css. */
const LIGHT_BUBBLE: Rgb = [240, 240, 243]
const DARK_BUBBLE: Rgb = [44, 46, 52]
/** The contrast of text and of controls that WCAG 2.2 AA requires. */
const READABLE = 4.5

/** Makes readable colours of those that somebody chose. Anything that is not a colour becomes the widget's own blue. */
export function makePalette(color: string, color2: string | null, dark: boolean): Palette {
  const first = parse(color)
  const second = color2 === null ? first : parse(color2)
  const lightText = Math.min(contrast(first, WHITE), contrast(second, WHITE))
  const darkText = Math.min(contrast(first, BLACK), contrast(second, BLACK))
  const on = lightText >= Math.min(READABLE, darkText) ? WHITE : BLACK
  const surface = dark ? DARK_BUBBLE : LIGHT_BUBBLE
  const away = dark ? WHITE : BLACK
  return {
    // If no text is readable on both ends, they are made darker or lighter until it is.
    accent: print(bring(first, on, on === WHITE ? BLACK : WHITE)),
    accent2: print(bring(second, on, on === WHITE ? BLACK : WHITE)),
    onAccent: print(on),
    accentText: print(bring(first, surface, away)),
  }
}

/** Mixes `towards` into a colour until it can be told from `against`. */
function bring(color: Rgb, against: Rgb, towards: Rgb): Rgb {
  let share = 0
  let mixed = color
  while (contrast(mixed, against) < READABLE && share < 1) {
    share += 0.05
    mixed = color.map((part, index) => part + ((towards[index] ?? 0) - part) * share) as Rgb
  }
  return mixed
}

function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Of `#rgb` and `#rrggbb`. */
function parse(color: string): Rgb {
  const short = /^#(\w)(\w)(\w)$/.exec(color)
  const long = /^#(\w\w)(\w\w)(\w\w)$/.exec(color)
  const parts = (long ?? short)?.slice(1).map((part) => Number.parseInt(part.padStart(2, part), 16))
  return parts && !parts.some(Number.isNaN) ? (parts as Rgb) : [47, 91, 234]
}

function print(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
