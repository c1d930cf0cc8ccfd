/** `-----Original Message-----`, whose end is looked at apart: one expression for both would try every dash of a long line. */
const TITLE = /^-{3,}\s*\p{L}/u
const TITLE_END = '---'
/** The line that mail programs draw above what they quote. */
const RULE = /^(?:-{3,}|_{5,})$/
/** `From: Shop <support@example.com>`, in any language. */
const HEADER = /^[*\s]*[^>*\s:\uff1a][^:\uff1a]{0,30}[:\uff1a]\*?\s*\S/
/** So many headers together are those of a mail, and fewer where a line is drawn above them. */
const HEADERS = 3
const HEADERS_BELOW_RULE = 2

/**
 * Where a mail of ours begins that is quoted as it is, as Outlook does: the title or line above its headers, one of which
 * names our address, or the first of them. What follows is quoted up to the end. Undefined when there is none.
 */
export function findQuotedMail(
  lines: readonly string[],
  isOwn: (line: string) => boolean,
): number | undefined {
  // The last line so far that is not empty.
  let above = -1
  for (let start = 0; start < lines.length; start++) {
    const headers = headersFrom(lines, start)
    if (isMail(headers, lines[above] ?? '') && headers.some(isOwn))
      return isDrawn(lines[above] ?? '') ? above : start
    start += headers.length
    if (headers.length > 0) above = start - 1
    if (lines[start]) above = start
  }
  return undefined
}

function headersFrom(lines: readonly string[], start: number): string[] {
  let end = start
  while (HEADER.test(lines[end] ?? '')) end++
  return lines.slice(start, end)
}

function isMail(headers: readonly string[], above: string): boolean {
  return isTitle(above) || headers.length >= (RULE.test(above) ? HEADERS_BELOW_RULE : HEADERS)
}

function isDrawn(line: string): boolean {
  return isTitle(line) || RULE.test(line)
}

function isTitle(line: string): boolean {
  return TITLE.test(line) && line.endsWith(TITLE_END)
}
