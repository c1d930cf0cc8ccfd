import type { Services } from '../../services.ts'
import { type Viewer, within } from '../viewer.ts'

/** Nobody reads a larger number on a badge, and counting stays fast. */
export const MOST_COUNTED = 1_000

/** How many offline messages that the viewer may see are waiting for an answer; the count is capped. */
export function countNewOfflineMessages({ db }: Services, { viewer }: { viewer: Viewer }): Promise<number> {
  return db.offlineMessage.count({ where: { ...within(viewer), state: 'NEW' }, take: MOST_COUNTED })
}
