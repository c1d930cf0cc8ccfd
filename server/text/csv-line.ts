/** Spreadsheets read a file that begins with it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
/**
 * A spreadsheet would run it as a formula (open points, records), also after white space and invisible characters, which
 * some of them skip, and in the full-width forms that others take for the same.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{Zs}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

/** Returns the text of a cell as it was before it was neutralized. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}

/** A line of a CSV file (RFC 4180), with what ends it. */
export function lineOf(cells: unknown[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = value instanceof Date ? value.toISOString() : String(value)
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
