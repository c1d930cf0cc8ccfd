import { cutText } from '../cut-text.ts'
import { isUnspaced } from './search-words.ts'

/** A piece of a text, which may be a match of the search. */
export interface SnippetPart {
  text: string
  isMatch: boolean
}

/** How much is shown before the first match, and in total. */
const BEFORE = 40
const LENGTH = 200
const LETTER = '[\\p{L}\\p{N}\\p{M}]'

/**
 * The part of a text around the first match, on one line, in pieces: together they are the text. As in the
 * archive, a word matches the beginning of a word. Without a match, it is the beginning of the text.
 */
export function highlightWords(text: string, words: readonly string[]): SnippetPart[] {
  const line = text.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const matcher = new RegExp(words.map(patternOf).join('|'), 'giu')
  const first = words.length > 0 ? line.search(matcher) : -1
  const shown = cutText(line.slice(startOf(line, first)), LENGTH)
  return words.length > 0 ? split(shown, matcher) : [{ text: shown, isMatch: false }]
}

/** Words consist of letters and digits, so nothing in them is special here. */
function patternOf(word: string): string {
  return isUnspaced(word) ? word : `(?<!${LETTER})${word}${word.length > 1 ? `${LETTER}*` : `(?!${LETTER})`}`
}

/** At a space, or else at a whole character. */
function startOf(line: string, first: number): number {
  if (first <= BEFORE) return 0
  const space = line.indexOf(' ', first - BEFORE) + 1
  return space > 0 && space <= first ? space : first
}

function split(line: string, matcher: RegExp): SnippetPart[] {
  const parts: SnippetPart[] = []
  let end = 0
  const add = (text: string, isMatch: boolean) => text && parts.push({ text, isMatch })
  for (const match of line.matchAll(matcher)) {
    add(line.slice(end, match.index), false)
    add(match[0], true)
    end = match.index + match[0].length
  }
  add(line.slice(end), false)
  return parts
}
