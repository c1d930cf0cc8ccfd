import { type CsvError, parse } from 'csv-parse/sync'
import { AppError } from '../../errors.ts'
import { readCell } from '../../text/csv-line.ts'
import { MOST_REPLIES } from './canned-reply-fields.ts'

/** The longest file, in UTF-16 units: a request can have little more. */
export const LONGEST_CSV = 400_000
/** As many as an export can have. */
export const MOST_CSV_LINES = MOST_REPLIES.shared

/** A line of the file. */
export interface CsvLine {
  /** Its place in the file, from 1. */
  line: number
  shortcut: string
  title: string
  text: string
}

const COLUMNS = ['shortcut', 'title', 'text'] as const
const DELIMITERS = [',', ';', '\t']
const FIELD = 'input.csv'

/**
 * The canned replies of a CSV file (RFC 4180, also with semicolons or tabs), whose first line names the columns
 * `shortcut`, `title` and `text` in any order; others are ignored. Throws `too_long`, and `invalid_request` for a file
 * that is not CSV.
 */
export function readReplyCsv(csv: string): CsvLine[] {
  if (csv.length > LONGEST_CSV)
    throw new AppError('too_long', `A file can have at most ${LONGEST_CSV} characters. Split it.`, {
      field: FIELD,
    })
  const [header, ...lines] = parseLines(csv)
  const names = header?.record.map((name) => name.trim().toLowerCase()) ?? []
  const missing = COLUMNS.filter((column) => !names.includes(column))
  if (missing.length > 0)
    throw refusal(
      `The first line must name the columns ${COLUMNS.join(', ')}. Missing: ${missing.join(', ')}.`,
    )
  if (lines.length > MOST_CSV_LINES) {
    const message = `A file can have at most ${MOST_CSV_LINES} canned replies. Split it.`
    throw new AppError('too_long', message, { field: FIELD })
  }
  const [shortcut = -1, title = -1, text = -1] = COLUMNS.map((column) => names.indexOf(column))
  return lines.map(({ record, line }) => {
    const cell = (place: number) => readCell(record[place] ?? '')
    return { line, shortcut: cell(shortcut), title: cell(title), text: cell(text) }
  })
}

function parseLines(csv: string): { record: string[]; line: number }[] {
  const unix = csv.replaceAll(/\r\n?/g, '\n')
  try {
    const read = parse(unix, {
      bom: true,
      delimiter: delimiterOf(unix),
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      raw: true,
      to: MOST_CSV_LINES + 2,
    }) as unknown as { record: string[]; raw: string; info: { lines: number } }[]
    // The parser reports the line in which a record ends, and a text can span several.
    return read.map(({ record, raw, info }) => ({
      record,
      line: info.lines - (raw.trim().split('\n').length - 1),
    }))
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number }
    if (!code?.startsWith('CSV_')) throw error
    throw refusal(`This is not a CSV file: line ${lines ?? 1} cannot be read. Check its quotation marks.`)
  }
}

/** The character that parts the columns: spreadsheets write semicolons where a comma is a decimal point. */
function delimiterOf(csv: string): string {
  const [header = ''] = csv.split('\n', 1)
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

function refusal(message: string): AppError {
  return new AppError('invalid_request', message, { field: FIELD })
}
