import { searchPhrase } from '../search-phrase.ts'

const MOST_WORDS = 10
/** A shorter word must match as a whole: a tenth of all words begin with the same letter. */
const PREFIX_LENGTH = 2
/** Scripts that are written without spaces; the function `searchable_words` of the database has the same list. */
const UNSPACED = '\\u3040-\\u30FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF'
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'g')
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`)

/** A search in the archive. */
export interface SearchWords {
  /** As it was typed, trimmed and cut. */
  phrase: string
  /** The words in lower case; a run of characters of a script without spaces is one. */
  words: string[]
  /** In PostgreSQL's syntax: each is a word or begins one, in any order. Null if there is no word. */
  tsquery: string | null
}

/**
 * Splits a search into words in the same way as the database splits texts. Only the first 100 characters
 * count.
 */
export function searchWords(search: string): SearchWords {
  const phrase = searchPhrase(search)
  const terms = phrase.normalize('NFKC').toLowerCase().split(/\s+/).flatMap(termsOf).slice(0, MOST_WORDS)
  return {
    phrase,
    words: terms.map(({ word }) => word),
    tsquery: terms.map(({ term }) => term).join(' & ') || null,
  }
}

/** In “mail.example.com” the user has finished all words but the last; whole words are found much faster. */
function termsOf(typed: string): { word: string; term: string }[] {
  const words = typed.split(/[^\p{L}\p{N}\p{M}]+/u).flatMap((part) => part.match(RUNS) ?? [])
  return words.map((word, index) => ({ word, term: termOf(word, index === words.length - 1) }))
}

/** Whether a word is in a script without spaces; it then contains no other characters. */
export function isUnspaced(word: string): boolean {
  return STARTS_UNSPACED.test(word)
}

/** Words contain only letters and digits, so that quoting them is enough. */
function termOf(word: string, isLast: boolean): string {
  if (isUnspaced(word)) return `(${Array.from(word, (character) => `'${character}'`).join(' <-> ')})`
  return isLast && word.length >= PREFIX_LENGTH ? `'${word}':*` : `'${word}'`
}
