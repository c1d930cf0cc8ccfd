import { isMet, type Measurement } from './measurement.ts'

/** Prints the measurements as a table, one a line. */
export function printTable(measurements: Measurement[]): void {
  const head = ['figure', 'value', 'unit', 'floor', 'ratio', 'aim', 'met']
  const rows = [head, ...measurements.map(rowOf)]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  console.log([line(head), rule, ...rows.slice(1).map(line)].join('\n'))
}

function rowOf(measurement: Measurement): string[] {
  const { name, value, unit, floor, ratio } = measurement
  const met = isMet(measurement)
  return [
    name,
    value.toLocaleString('en'),
    unit,
    floor?.toLocaleString('en') ?? '–',
    ratio?.toFixed(2) ?? '–',
    aimOf(measurement),
    met === null ? '' : met ? 'yes' : 'no',
  ]
}

function aimOf({ aim, ratio, unit }: Measurement): string {
  if (!aim) return ''
  const of = ratio === null ? ` ${unit}` : ' ×'
  return aim.atLeast === undefined ? `≤ ${aim.atMost}${of}` : `≥ ${aim.atLeast}${of}`
}
