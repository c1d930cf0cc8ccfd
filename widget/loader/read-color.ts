/** A colour as `#rrggbb`, or null. */
export function readColor(value: unknown): string | null {
  const [, short, long] = /^#?(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(`${value ?? ''}`.trim()) ?? []
  if (short) return `#${short.replace(/./g, '$&$&')}`
  return long ? `#${long}` : null
}
