import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../escape-like.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { visitorsMatching } from './match-visitors.ts'
import { rareTrigrams, type Sample, trigramsOf } from './rare-trigrams.ts'

/** So many of the newest visitors are looked at, and when so many of them match, there are many. */
const NEWEST = { visitors: 400, many: 8 }

/** How visitors with words in their name, e-mail address, phone number or id are found best. */
export interface VisitorSearchPlan {
  /** They are so frequent that whatever is read in its order soon has a page of them. */
  areMany: boolean
  /** The condition on `"Visitor"`, as its index answers it soonest. For a row that is at hand, `visitorsMatching` is simpler. */
  condition: Prisma.Sql
}

interface VisitorWords {
  viewer: Viewer
  words: string
}

/**
 * An index of trigrams reads all places of all trigrams of the words: those of a name that everybody has, or of the domain
 * of most addresses, are as many as there are visitors. So only the rare ones are looked up, as far as PostgreSQL's sample
 * of the column knows them, and what these find is compared with the words. Letters that are not ASCII have an index of their
 * own (`letter_groups`), which knows them in every locale.
 */
export async function planVisitorSearch(
  pool: Pool,
  { viewer, words }: VisitorWords,
): Promise<VisitorSearchPlan> {
  const matching = visitorsMatching(words)
  const trigrams = trigramsOf(words)
  const isReached = reachedBy(viewer)
  const [sample] = await queryDirect<Sample & { amongNewest: number; groups: string[] }>(
    pool,
    Prisma.sql`
      WITH known AS MATERIALIZED (
        SELECT coalesce((
          SELECT histogram_bounds::text::text[] FROM pg_stats
          WHERE schemaname = current_schema() AND tablename = 'Visitor' AND attname = 'search'
        ), '{}') AS sample)
      SELECT cardinality(sample) AS values, letter_groups(lower(${words})) AS groups,
        ARRAY(
          SELECT (SELECT count(*) FROM unnest(sample) AS value WHERE strpos(value, lower(part)) > 0)::int
          FROM unnest(${trigrams}::text[]) WITH ORDINALITY AS parts(part, place) ORDER BY place
        ) AS counts,
        (SELECT count(*) FROM (
           SELECT * FROM "Visitor" WHERE "accountId" = ${viewer.accountId}::uuid ORDER BY number DESC LIMIT ${NEWEST.visitors}
         ) AS "Visitor" WHERE ${isReached} AND ${matching})::int AS "amongNewest"
      FROM known`,
  )
  if (!sample) return { areMany: false, condition: matching }
  const areMany = sample.amongNewest >= NEWEST.many
  if (areMany) return { areMany, condition: matching }
  const rare = rareTrigrams(words, trigrams, sample)
  if (rare.length > 0) return { areMany, condition: byTrigrams(words, rare) }
  return { areMany, condition: sample.groups.length > 0 ? byLetters(words, sample.groups) : matching }
}

function byTrigrams(words: string, trigrams: readonly string[]): Prisma.Sql {
  const each = trigrams.map((trigram) => visitorsMatching(trigram))
  return Prisma.sql`${Prisma.join(each, ' AND ')} AND ${compared(words)}`
}

/** All who match have these groups of letters: their index answers it. It has only what is not all ASCII, as the groups are. */
function byLetters(words: string, groups: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    octet_length("Visitor".search) <> char_length("Visitor".search)
    AND letter_groups("Visitor".search) @> ${groups}::text[] AND ${compared(words)}`
}

/** Concatenated with nothing, the column is not looked up: the index would read the frequent trigrams as well. */
function compared(words: string): Prisma.Sql {
  return Prisma.sql`"Visitor".search || '' LIKE lower(${`%${escapeLike(words)}%`})`
}
