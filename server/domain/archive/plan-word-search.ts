import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { RecordTable } from './record-tables.ts'
import { allOf, isUnspaced, type SearchTerm, type SearchWords } from './search-words.ts'

/** Fewer letters begin many words, even if each of these is rare. */
const RARE_PREFIX = 4

/**
 * An index reads all places of every word of a search, and of every word that one of them begins: of a name that everybody
 * has, of the domain of most addresses, and of whatever begins with its “com”. So only words that PostgreSQL does not
 * know as frequent ones of the column are looked up, and what these find is compared with the others.
 */
export async function planWordSearch(
  pool: Pool,
  { relation }: RecordTable,
  words: SearchWords,
): Promise<SearchWords> {
  if (words.terms.length < 2) return words
  const [known] = await queryDirect<{ frequent: string[] }>(
    pool,
    Prisma.sql`
      SELECT most_common_elems::text::text[] AS frequent FROM pg_stats
      WHERE schemaname = current_schema() AND tablename = ${relation} AND attname = 'document'
        AND most_common_elems IS NOT NULL`,
  )
  if (!known) return words
  const rare = words.terms.filter((term) => isRare(term, known.frequent))
  return { ...words, lookedUp: allOf(rare) ?? words.tsquery }
}

function isRare({ word, isPrefix }: SearchTerm, frequent: readonly string[]): boolean {
  // A word of a script without spaces is looked up by each of its characters.
  if (isUnspaced(word)) return !Array.from(word).every((character) => frequent.includes(character))
  if (!isPrefix) return !frequent.includes(word)
  return word.length >= RARE_PREFIX && !frequent.some((other) => other.startsWith(word))
}
