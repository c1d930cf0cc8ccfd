import { findIntroductions, isQuoted } from './find-introductions.ts'
import { findQuotedMail } from './find-quoted-mail.ts'

/** The beginning of a signature (RFC 3676). Without the space at its end it may be a line that somebody drew. */
const SIGNATURE = '-- '

/**
 * What somebody wrote in an answer, without what it quotes of our mail and without a signature. It knows no language:
 * quoted are lines that begin with `>`, with the line that introduces them ("On Monday Shop <support@example.com>
 * wrote:"), and everything from a mail's header on ("From: Shop <support@example.com>", "Sent: Monday", …). In doubt
 * lines are kept: a quote too many is a nuisance, while words that are missing are never read.
 */
export function cutQuotes(text: string, ownAddresses: readonly string[]): string {
  const own = ownAddresses.map((address) => address.toLowerCase())
  const isOwn = (line: string) => own.some((address) => line.toLowerCase().includes(address))
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const trimmed = lines.map((line) => line.trimEnd())
  const introductions = findIntroductions(trimmed, isOwn)
  const signatures = findSignatures(lines)
  const answers = trimmed.map((line, index) =>
    isQuoted(line) || introductions.has(index) || signatures.has(index) ? null : line,
  )
  // A mail quoted without `>` that nothing stands above is answered below: where, nobody can tell.
  const quotedMail = findQuotedMail(trimmed, isOwn)
  const above = join(answers.slice(0, quotedMail))
  return above === '' ? join(answers) : above
}

/** The lines of signatures, each of which ends where something is quoted. */
function findSignatures(lines: readonly string[]): Set<number> {
  const found = new Set<number>()
  lines.forEach((line, index) => {
    if (line === SIGNATURE || (found.has(index - 1) && !isQuoted(line))) found.add(index)
  })
  return found
}

function join(lines: (string | null)[]): string {
  return lines
    .filter((line) => line !== null)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
