/** A colour as `#rrggbb`, or null. */
export function readColor(value: unknown): string | null {
  const digits = /^#?([\da-f]{6})$/i.exec(`${value}`)?.[1]
  return digits ? `#${digits}` : null
}
