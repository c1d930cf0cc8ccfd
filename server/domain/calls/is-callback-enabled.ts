import type { Services } from '../../services.ts'
import { type Asking, findCallbackProblem } from './find-callback-problem.ts'
import { getCallSettings } from './settings/get-call-settings.ts'

/** The answer of `isCallbackEnabled` (contract, part 4.4). */
export type CallbackAnswer = { result: 'ok' } | { result: 'fail'; reason: string }

/** Whether a visitor of a channel can ask to be called now. */
export async function isCallbackEnabled(
  { db }: Services,
  { now = new Date(), ...asking }: Asking & { now?: Date },
): Promise<CallbackAnswer> {
  const settings = await getCallSettings(db, asking.accountId)
  const problem = await findCallbackProblem(db, settings, { ...asking, now })
  return problem ? { result: 'fail', reason: problem.message } : { result: 'ok' }
}
