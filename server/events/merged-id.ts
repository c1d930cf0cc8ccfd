import type { LoggedEvent } from './kinds.ts'

/** Returns the visitor who was merged into the subject of VISITORS_MERGED, and null for every other event. */
export function mergedIdOf({ data }: Pick<LoggedEvent, 'data'>): string | null {
  return (data as { mergedId?: string } | null)?.mergedId ?? null
}
