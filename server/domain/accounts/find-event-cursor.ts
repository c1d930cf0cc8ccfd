import { formatCursor, readPosition } from '../../events/position.ts'
import type { Services } from '../../services.ts'

/** The cursor of this moment: `events(after:)` with it returns everything that is committed from now on. */
export async function findEventCursor({ pool }: Services): Promise<string> {
  return formatCursor(await readPosition(pool))
}
