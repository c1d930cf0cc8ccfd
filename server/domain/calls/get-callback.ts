import type { Services } from '../../services.ts'
import { type Asking, findCallbackProblem } from '../calls/find-callback-problem.ts'
import { getCallSettings } from '../calls/settings/get-call-settings.ts'

/** Whether a visitor can ask to be called now, and of which countries numbers may be. */
export async function getCallback(
  { db }: Services,
  asking: Asking,
): Promise<{ state: 'AVAILABLE' | 'DISABLED' | 'UNAVAILABLE'; countries: string[] }> {
  const settings = await getCallSettings(db, asking.accountId)
  const problem = await findCallbackProblem(db, settings, { ...asking, now: new Date() })
  const { countries } = settings
  if (!problem) return { state: 'AVAILABLE', countries }
  return { state: problem.code === 'callback_disabled' ? 'DISABLED' : 'UNAVAILABLE', countries }
}
