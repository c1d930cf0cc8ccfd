import { visitEventsDocument } from '../../widget/loader/documents.ts'

/** What a widget subscribes to, and the cursor from which it does. */
export interface WidgetSubscription {
  query: string
  after: string
}

/** As a widget that has just been loaded. */
export async function readSubscription(origin: string, token: string): Promise<WidgetSubscription> {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ visit { eventCursor } }' }),
  })
  const { data } = (await response.json()) as { data: { visit: { eventCursor: string } } }
  return { query: `${visitEventsDocument}`, after: data.visit.eventCursor }
}
