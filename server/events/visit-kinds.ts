import type { LiveEvent } from './live-event.ts'

/** The kinds that change what operators see of a visit. All of them have the visitor as their subject. */
const VISIT_KINDS: ReadonlySet<LiveEvent['kind']> = new Set([
  'VISIT_CHANGED',
  'VISITOR_INVITED',
  'VISIT_INVITATION_ANSWERED',
])
/** The same, of visitors who are on a website: whether they have an open chat. */
const CHAT_KINDS: ReadonlySet<LiveEvent['kind']> = new Set(['CHAT_OPENED', 'CHAT_CLOSED'])

/** Whether the event is about a visit only if its visitor is on a website. */
export function isOfChat({ kind }: LiveEvent): boolean {
  return CHAT_KINDS.has(kind)
}

/** The visitor whose visit an event changes; null when it changes none. */
export function visitorOfVisit(event: LiveEvent): string | null {
  if (isOfChat(event)) return event.visitorId
  return VISIT_KINDS.has(event.kind) ? event.subjectId : null
}
