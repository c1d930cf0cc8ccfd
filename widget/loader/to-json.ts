/**
 * `JSON.stringify` for a page whose scripts may have given arrays or strings a `toJSON`, as Prototype.js does: only
 * primitives reach the built-in function.
 */
export function toJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  const add = (item: string) => {
    text += (text && ',') + item
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) add(toJson(value[index]))
    return `[${text}]`
  }
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key]
    if (item !== undefined) add(`${JSON.stringify(key)}:${toJson(item)}`)
  }
  return `{${text}}`
}
