/**
 * `JSON.stringify` for a page whose scripts may have given arrays a `toJSON`, as Prototype.js does: every value is
 * written as it is.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key) {
    return this[key]
  })
}
