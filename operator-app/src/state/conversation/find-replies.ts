import MiniSearch from 'minisearch'
import type { CannedReply } from '../../graphql/canned-replies.ts'
import { plainLetters } from '../plain-letters.ts'

/** Shorter words must be spelt as they are. */
const SHORTEST_FUZZY = 4

let indexed: { replies: readonly CannedReply[]; index: MiniSearch<CannedReply> } | undefined

/**
 * Those of the replies that fit what was typed, best first: by shortcut, title and text, also misspelt or begun only. This
 * file brings the search engine along, so it is loaded when it is first needed.
 */
export function findReplies(replies: readonly CannedReply[], typed: string): CannedReply[] {
  const wanted = typed.toLowerCase()
  const { index } = indexOf(replies)
  const byId = new Map(replies.map((reply) => [reply.id, reply]))
  const found = index.search(wanted, {
    boostDocument: (id) => 1 + Math.log10(1 + (byId.get(id)?.useCount ?? 0)) / 4,
  })
  const ranked = found.flatMap(({ id }) => byId.get(id) ?? [])
  const rankOf = ({ shortcut }: CannedReply) =>
    shortcut === wanted ? 0 : shortcut.startsWith(wanted) ? 1 : 2
  const begun = replies.filter((reply) => rankOf(reply) < 2 && !ranked.includes(reply))
  return [...ranked, ...begun].toSorted((one, other) => rankOf(one) - rankOf(other))
}

function indexOf(replies: readonly CannedReply[]) {
  const isSame =
    indexed?.replies.length === replies.length && replies.every((reply, at) => reply === indexed?.replies[at])
  if (indexed && isSame) return indexed
  const index = new MiniSearch<CannedReply>({
    fields: ['shortcut', 'title', 'text'],
    processTerm: plainLetters,
    searchOptions: {
      boost: { shortcut: 4, title: 2 },
      prefix: true,
      fuzzy: (term) => (term.length >= SHORTEST_FUZZY ? 0.3 : false),
      combineWith: 'AND',
    },
  })
  index.addAll(replies)
  indexed = { replies, index }
  return indexed
}
