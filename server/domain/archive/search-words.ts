import { searchPhrase } from '../search-phrase.ts'

const MOST_WORDS = 10
/** A shorter word must match as a whole: a tenth of all words begin with the same letter. */
const PREFIX_LENGTH = 2
/** Scripts that are written without spaces; the function `searchable_words` of the database has the same list. */
const UNSPACED = '\\u3040-\\u30FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF'
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'g')
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`)

/** What somebody looks for in the archive. */
export interface SearchWords {
  /** As it was typed, trimmed and cut. */
  phrase: string
  /** The words in lower case; a run of characters of a script without spaces is one. */
  words: string[]
  /** As PostgreSQL reads it: each is a word or begins one, in any order. Null without a single word. */
  tsquery: string | null
}

/** Splits what was typed into words, as the database splits what is found. Only the first 100 characters count. */
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

/** Whether a word is in a script without spaces; a word holds no others then. */
export function isUnspaced(word: string): boolean {
  return STARTS_UNSPACED.test(word)
}

/** Words hold letters and digits only, so that quoting them is enough. */
function termOf(word: string, isLast: boolean): string {
  if (isUnspaced(word)) return `(${Array.from(word, (character) => `'${character}'`).join(' <-> ')})`
  return isLast && word.length >= PREFIX_LENGTH ? `'${word}':*` : `'${word}'`
}
