/** `-----Original Message-----`, and the line that mail programs draw above what they quote. */
const RULE = /^(?:-{3,}.*-{3,}|_{5,})$/
/** `> quoted` */
const QUOTED = /^>/
/** The beginning of a signature (RFC 3676). */
const SIGNATURE = /^-- ?$/
const DIGIT = /\d/

/**
 * What somebody wrote in an answer, without what it quotes of our mail and without a signature. It knows no language:
 * quoted are lines that begin with `>`, and everything from the line on in which a mail program names the address that our
 * mail came from ("On Monday Shop <support@example.com> wrote:", "From: Shop <support@example.com>").
 */
export function cutQuotes(text: string, ownAddresses: readonly string[]): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd())
  const own = ownAddresses.map((address) => address.toLowerCase())
  const isOwn = (line: string) => own.some((address) => line.toLowerCase().includes(address))
  const named = lines.findIndex((line) => !QUOTED.test(line) && isOwn(line))
  const kept = named < 0 ? lines : cutAbove(lines, named)
  const answers = withoutIntroductions(kept).filter((line) => !QUOTED.test(line))
  const signature = answers.findIndex((line) => SIGNATURE.test(line))
  return (signature < 0 ? answers : answers.slice(0, signature))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The lines before the one that names the address. What was written below what is quoted follows the last quoted line. */
function cutAbove(lines: string[], named: number): string[] {
  const above = lines[named - 1] ?? ''
  const line = lines[named] ?? ''
  // "On 25 November, Shop" may be on a line of its own, and a rule above it.
  const isWrapped =
    above !== '' && !QUOTED.test(above) && (RULE.test(above) || (!DIGIT.test(line) && DIGIT.test(above)))
  const start = isWrapped ? named - 1 : named
  const lastQuoted = lines.findLastIndex((each) => QUOTED.test(each))
  const below = lastQuoted > named ? lines.slice(lastQuoted + 1) : []
  const before = lines.slice(0, start)
  while (before.length > 0 && (before.at(-1) === '' || RULE.test(before.at(-1) ?? ''))) before.pop()
  return [...before, ...(below.some((each) => each !== '') ? ['', ...below] : [])]
}

/** Without the line that introduces quoted lines: it ends with a colon, in every language. */
function withoutIntroductions(lines: string[]): string[] {
  return lines.filter((line, index) => {
    if (QUOTED.test(line) || !/[:\uff1a]$/.test(line)) return true
    const next = lines.slice(index + 1).find((each) => each !== '')
    return next === undefined || !QUOTED.test(next)
  })
}
