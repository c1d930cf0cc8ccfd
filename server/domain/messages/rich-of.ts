import type { Prisma } from '../../generated/prisma/client.ts'
import type { Rich } from './rich.ts'

/** Reads `Message.rich`; `mediaOf` says why and for how long two names are read. */
export function richOf(stored: Prisma.JsonValue): Rich | null {
  const rich = stored as (Rich & { button_id?: string }) | null
  if (!rich || !('button_id' in rich)) return rich
  const { button_id, ...same } = rich
  return { buttonId: button_id, ...same }
}
