import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { isOpen } from '../hours/is-open.ts'
import type { OpeningHours } from '../hours/opening-hours.ts'
import { CALLBACK_UNDER_WAY } from './callback-under-way.ts'
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
  { db, channels }: Pick<Services, 'db' | 'channels'>,
  settings: AccountCalls,
  { channelId, visitorId, now }: CallbackRequester & { now: Date },
): Promise<AppError | null> {
  const { enabled, channelIds, balance, gateway, gatewayUrl } = settings
  if (!enabled || !channelIds.includes(channelId)) return callbackDisabled()
  const isOrdered = gateway === 'OPERATOR_DIALS' || gatewayUrl !== null
  if (balance <= 0 || !isOrdered) return callbackUnavailable()
  if (!isOpen(await findCallHours(channels, settings, channelId), now)) return callbackUnavailable()
  const underWay = visitorId && (await db.call.findFirst({ where: { visitorId, ...CALLBACK_UNDER_WAY } }))
  return underWay ? callbackUnavailable() : null
}

/** The hours of calls, or else the business hours of the channel. */
async function findCallHours(
  channels: Services['channels'],
  { hours, timeZone }: AccountCalls,
  channelId: string,
): Promise<OpeningHours | null> {
  if (hours.length > 0) return { timeZone, weekly: hours, holidays: [], closedUntil: null }
  return channels.hoursOf({ channelId })
}

/** The contract's words. */
export function callbackDisabled(): AppError {
  return new AppError('callback_disabled', 'Callback disabled')
}

/** The contract spells it so. */
export function callbackUnavailable(options?: { cause?: unknown; field?: string }): AppError {
  return new AppError('callback_unavailable', 'Callback unavaiable', options)
}
