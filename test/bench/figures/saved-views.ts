import { print } from 'graphql'
import { chatCountsQuery, chatsQuery } from '../../../operator-app/src/graphql/chats.ts'
import { chatsIn, madeView } from '../../../operator-app/src/state/inbox/inbox-view.ts'
import { type ViewFilter, viewOrders } from '../../../operator-app/src/state/inbox/view-filter.ts'
import type { Ask, Execute } from '../ask.ts'

const PAGE = 50
const AIM = { atMost: 50 }
const MOST_PINS = 20
/** What the views show, each in every order. */
const FILTERS: ViewFilter[] = [
  {},
  { mine: true },
  { operatorIds: [] },
  { unansweredMinutes: 0 },
  { unansweredMinutes: 60, mine: false },
  { hasFailedDeliveries: true },
  { visitorOnSite: false, status: ['QUEUED'] },
]
const VIEWS = FILTERS.flatMap((filter) => viewOrders.map((order) => madeView('', filter, order))).slice(
  0,
  MOST_PINS,
)

const CREATE = `mutation ($input: CreateSavedViewInput!) { createSavedView(input: $input) { savedView { id } } }`
const PIN = `mutation ($input: PinSavedViewInput!) { pinSavedView(input: $input) { savedView { id } } }`

/** Twenty pinned views of an operator, among 5,000 open chats. */
export async function savedViews(execute: Execute<unknown>): Promise<[string, Ask, typeof AIM][]> {
  for (const { filter, order } of VIEWS) {
    const answer = await execute(CREATE, { input: { name: 'Bench', filter, order } })
    const { createSavedView } = answer as { createSavedView: { savedView: { id: string } } }
    await execute(PIN, { input: { id: createSavedView.savedView.id, pinned: true } })
  }
  const open = (n: number) => {
    const view = VIEWS[n % VIEWS.length] as (typeof VIEWS)[number]
    return execute(print(chatsQuery), { ...chatsIn(view), search: null, first: PAGE, after: null })
  }
  return [
    ['first page of twenty saved views in turn', open, AIM],
    ['counts of twenty pinned views', () => execute(print(chatCountsQuery), { withPinned: true }), AIM],
  ]
}
