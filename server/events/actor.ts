import type { ActorType } from '../generated/prisma/client.ts'

/** The person or program that caused an event. */
export interface Actor {
  type: ActorType
  /** The visitor, user or bot; null for SYSTEM. */
  id: string | null
}

/** Nobody: there was a timeout, or the installation did it. */
export const SYSTEM: Actor = { type: 'SYSTEM', id: null }

/** The person who makes a request. */
export function actorOf({ userId }: { userId: string }): Actor {
  return { type: 'OPERATOR', id: userId }
}
