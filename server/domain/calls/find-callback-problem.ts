import type { Db } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { CALLBACK_UNDER_WAY } from './callback-under-way.ts'
import { isWithinHours } from './settings/call-hours.ts'
import type { AccountCalls } from './settings/get-call-settings.ts'

/** Whose callback it is. */
export interface CallbackRequester {
  accountId: string
  channelId: string
  /** Null before the visitor is known. */
  visitorId: string | null
}

/** Why a visitor cannot ask to be called, in the contract's words (part 4.4); null when they can. */
export async function findCallbackProblem(
  db: Pick<Db, 'call'>,
  settings: AccountCalls,
  { channelId, visitorId, now }: CallbackRequester & { now: Date },
): Promise<AppError | null> {
  const { enabled, channelIds, balance, hours, timeZone, gateway, gatewayUrl } = settings
  if (!enabled || !channelIds.includes(channelId)) return callbackDisabled()
  const isOrdered = gateway === 'OPERATOR_DIALS' || gatewayUrl !== null
  if (balance <= 0 || !isOrdered || !isWithinHours(hours, timeZone, now)) return callbackUnavailable()
  const underWay = visitorId && (await db.call.findFirst({ where: { visitorId, ...CALLBACK_UNDER_WAY } }))
  return underWay ? callbackUnavailable() : null
}

/** The contract's words. */
export function callbackDisabled(): AppError {
  return new AppError('callback_disabled', 'Callback disabled')
}

/** The contract spells it so. */
export function callbackUnavailable(cause?: unknown): AppError {
  return new AppError('callback_unavailable', 'Callback unavaiable', { cause })
}
