import { orNotFound } from '../../database/or-not-found.ts'
import type { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import type { Call } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { type Viewer, within } from '../viewer.ts'
import { readPhone } from './read-phone.ts'
import { getCallSettings } from './settings/get-call-settings.ts'
import { startCallback } from './start-callback.ts'

interface StartCall {
  viewer: Viewer
  visitorId: string
  /** As it was typed. */
  phone: string
  /** When operators dial: the viewer has taken the call already, and it is not offered to anyone else. */
  take?: boolean | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Starts a call to a visitor that the viewer may see. Throws `not_found` and `invalid_request` for the telephone number
 * at once; then what `startCallback` throws.
 */
export async function startCall(
  services: Services,
  { viewer, visitorId, phone, take, problems = [] }: StartCall,
): Promise<Call> {
  const { db } = services
  const read = () => db.visitor.findFirstOrThrow({ where: { id: visitorId, ...within(viewer) } })
  const [, visitor] = await checkAll(
    () => throwAll(problems),
    () => orNotFound(read(), 'visitor', 'input.visitorId'),
    async () => readPhone(phone, (await getCallSettings(db, viewer.accountId)).countries),
  )
  const takenBy = take ? viewer.userId : null
  return startCallback(services, { visitor, phone, actor: actorOf(viewer), takenBy })
}
