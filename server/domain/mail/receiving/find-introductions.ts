/** Mail programs break an introduction into so many lines at most. */
const MOST_LINES = 3
/** It ends with a colon, in every language. */
const COLON = /[:\uff1a]$/
/** The end of a sentence, which the next line does not continue. */
const SENTENCE_END = /[.!?:\u3002\uff01\uff1f\uff1a]$/
const ADDRESS = /<[^<>]+>/
const TIME = /\p{Nd}:\p{Nd}{2}/u
/** With a year, or all in numbers. */
const DATE = /\p{Nd}{4}|\p{Nd}{1,2}([./-])\p{Nd}{1,2}\1\p{Nd}{2}/u

/** Whether a line is `> quoted`. */
export function isQuoted(line: string): boolean {
  return line.startsWith('>')
}

/**
 * The indexes of the lines that introduce quoted ones: they stand directly before them and name our address, or the date
 * and time of the mail. Any other line with a colon may be what somebody says about the quote.
 */
export function findIntroductions(lines: readonly string[], isOwn: (line: string) => boolean): Set<number> {
  const found = new Set<number>()
  // The last line so far that is not empty.
  let last = -1
  lines.forEach((line, index) => {
    if (isQuoted(line) && !isQuoted(lines[index - 1] ?? ''))
      for (let each = firstOf(lines, last, isOwn); each <= last; each++) found.add(each)
    if (line !== '') last = index
  })
  return found
}

/** Where the introduction that ends with the last of these lines begins; after that line when it does not end one. */
function firstOf(lines: readonly string[], last: number, isOwn: (line: string) => boolean): number {
  if (!COLON.test(lines[last] ?? '')) return last + 1
  const starts = Array.from({ length: MOST_LINES }, (_, above) => last - above)
  const end = starts.findIndex((index) => index < last && !isContinued(lines[index] ?? ''))
  const joined = (end < 0 ? starts : starts.slice(0, end)).map((index) => ({
    index,
    text: lines.slice(index, last + 1).join(' '),
  }))
  // The date may stand in the line above the address.
  const introduction =
    joined.find(({ text }) => TIME.test(text) && DATE.test(text)) ??
    joined.find(({ text }) => ADDRESS.test(text) && isOwn(text))
  return introduction?.index ?? last + 1
}

function isContinued(line: string): boolean {
  return line !== '' && !isQuoted(line) && !SENTENCE_END.test(line)
}
