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
  terms: SearchTerm[]
  /** In PostgreSQL's syntax: each is a word or begins one, in any order. Null if there is no word. */
  tsquery: string | null
  /** The part of it that an index looks up (`plan-word-search.ts`); what that finds is compared with all of it. */
  lookedUp: string | null
}

/** A word of a search, in PostgreSQL's syntax. */
export interface SearchTerm {
  word: string
  tsquery: string
  /** It may begin a longer word. */
  isPrefix: boolean
}

/**
 * Splits a search into words in the same way as the database splits texts. Only the first 100 characters
 * count.
 */
export function searchWords(search: string): SearchWords {
  const phrase = searchPhrase(search)
  const terms = phrase.normalize('NFKC').toLowerCase().split(/\s+/).flatMap(termsOf).slice(0, MOST_WORDS)
  const tsquery = allOf(terms)
  return { phrase, words: terms.map(({ word }) => word), terms, tsquery, lookedUp: tsquery }
}

/** All of the terms in one; null for none. */
export function allOf(terms: readonly SearchTerm[]): string | null {
  return terms.map(({ tsquery }) => tsquery).join(' & ') || null
}

/** In “mail.example.com” the user has finished all words but the last; whole words are found much faster. */
function termsOf(typed: string): SearchTerm[] {
  const words = typed.split(/[^\p{L}\p{N}\p{M}]+/u).flatMap((part) => part.match(RUNS) ?? [])
  return words.map((word, index) => termOf(word, index === words.length - 1))
}

/** Whether a word is in a script without spaces; it then contains no other characters. */
export function isUnspaced(word: string): boolean {
  return STARTS_UNSPACED.test(word)
}

/** Words contain only letters and digits, so that quoting them is enough. */
function termOf(word: string, isLast: boolean): SearchTerm {
  if (isUnspaced(word)) {
    const characters = Array.from(word, (character) => `'${character}'`)
    return { word, tsquery: `(${characters.join(' <-> ')})`, isPrefix: false }
  }
  const isPrefix = isLast && word.length >= PREFIX_LENGTH
  return { word, tsquery: isPrefix ? `'${word}':*` : `'${word}'`, isPrefix }
}
