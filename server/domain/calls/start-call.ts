import { orNotFound } from '../../database/or-not-found.ts'
import { actorOf } from '../../events/actor.ts'
import type { Call } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { type Viewer, within } from '../viewer.ts'
import { startCallback } from './start-callback.ts'

interface StartCall {
  viewer: Viewer
  visitorId: string
  /** As it was typed. */
  phone: string
  /** When operators dial: the viewer has taken the call already, and it is not offered to anyone else. */
  take?: boolean | null
}

/** Starts a call to a visitor that the viewer may see. Throws `not_found` and what `startCallback` throws. */
export async function startCall(
  services: Services,
  { viewer, visitorId, phone, take }: StartCall,
): Promise<Call> {
  const read = services.db.visitor.findFirstOrThrow({ where: { id: visitorId, ...within(viewer) } })
  const visitor = await orNotFound(read, 'visitor', 'input.visitorId')
  const takenBy = take ? viewer.userId : null
  return startCallback(services, { visitor, phone, actor: actorOf(viewer), takenBy })
}
