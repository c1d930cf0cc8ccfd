import type { Services } from '../../services.ts'
import type { ViewDefinition } from '../chats/chat-views.ts'
import type { Viewer } from '../viewer.ts'
import { shownBy } from './saved-filter.ts'
import { viewsOf } from './views-of.ts'

/** What a saved view shows; null when the viewer has none with this id. */
export async function findShown(
  { db }: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<ViewDefinition | null> {
  const view = await db.savedView.findFirst({ where: { AND: [viewsOf(viewer), { id }] } })
  return view && { filter: shownBy(view), order: view.order }
}
