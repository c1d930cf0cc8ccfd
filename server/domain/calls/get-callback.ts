import type { Services } from '../../services.ts'
import { type CallbackRequester, findCallbackProblem } from './find-callback-problem.ts'
import { getCallSettings } from './settings/get-call-settings.ts'

/** Whether a visitor can be called (contract, part 4.4, `isCallbackEnabled`). */
export interface Callback {
  state: 'AVAILABLE' | 'DISABLED' | 'UNAVAILABLE'
  /** Why not, in the contract's words. */
  reason: string | null
  /** The countries whose numbers may be called; all when it is empty. */
  countries: string[]
}

/** Whether a visitor of a channel can be called now, and under which numbers. */
export async function getCallback(
  services: Pick<Services, 'db' | 'channels'>,
  { now = new Date(), ...asking }: CallbackRequester & { now?: Date },
): Promise<Callback> {
  const settings = await getCallSettings(services.db, asking.accountId)
  const problem = await findCallbackProblem(services, settings, { ...asking, now })
  const { countries } = settings
  if (!problem) return { state: 'AVAILABLE', reason: null, countries }
  const state = problem.code === 'callback_disabled' ? 'DISABLED' : 'UNAVAILABLE'
  return { state, reason: problem.message, countries }
}
