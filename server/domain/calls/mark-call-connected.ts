import type { Call } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { markCall } from './mark-call.ts'

/** The visitor has answered. Throws what `markCall` throws. */
export function markCallConnected(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<Call> {
  return markCall(services, { viewer, id, to: 'CLIENT_CONNECTED' })
}
