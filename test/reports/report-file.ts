import { expect } from 'vitest'
import type { Person } from '../support/desk.ts'

/** The lines of a report's file, each by its columns. */
export async function readReportFile(
  { url }: { url: string },
  { cookie }: Person,
  query: Record<string, string>,
): Promise<Record<string, string>[]> {
  const response = await fetch(`${url}/reports/export?${new URLSearchParams(query)}`, { headers: { cookie } })
  expect(response.status).toBe(200)
  const [header = '', ...lines] = (await response.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
  const columns = header.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, n) => [columns[n] ?? '', cell])))
}
