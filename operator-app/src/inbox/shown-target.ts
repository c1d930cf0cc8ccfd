import type { Chat } from '../graphql/fragments.ts'

/**
 * The target that the row of an open chat shows: of those that are open or missed, the one that is due first. A first reply
 * that came too late is over.
 */
export function shownTarget({
  status,
  targets,
  unansweredSince,
  acceptedAt,
}: Chat): Chat['targets'][number] | null {
  if (status === 'CLOSED') return null
  const isReplied = acceptedAt !== null && unansweredSince === null
  const shown = targets.filter(
    ({ kind, met }) => met === null || (!met && !(kind === 'FIRST_REPLY' && isReplied)),
  )
  return shown.toSorted((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt))[0] ?? null
}
