import type { Tx } from '../../database/client.ts'
import { isTaken } from '../../database/errors.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { Call, Prisma, Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockChannel } from '../channels/lock-channel.ts'
import { lockOpenChat } from '../chats/lock-open-chat.ts'
import { lockOperators } from '../operators/lock-operators.ts'
import { requireSurvivor } from '../visitors/lock-survivor.ts'
import { callbackDisabled, callbackUnavailable, findCallbackProblem } from './find-callback-problem.ts'
import { logCall, moveCall } from './move-call.ts'
import { isOfCountries, readPhone } from './read-phone.ts'
import { getCallSettings } from './settings/get-call-settings.ts'

interface StartCallback {
  /** Made by the server when omitted. */
  id?: string | undefined
  visitor: Pick<Visitor, 'id' | 'accountId' | 'channelId'>
  /** As it was typed. */
  phone: string
  actor: Actor
  /** The operator who will dial, when operators dial. */
  takenBy?: string | null
  /** The rate limits of the caller: called with the number (E.164) when nothing else prevents the call; it may throw. */
  admit?: (number: string) => Promise<void>
  now?: Date
}

/**
 * Starts a call to a visitor, which uses up one of the balance. Throws `callback_disabled`, `callback_unavailable`, and
 * `invalid_request` for an invalid telephone number; the messages are those of the contract's `startCall`.
 */
export async function startCallback(
  services: Services,
  { id, visitor, phone, actor, takenBy = null, admit, now = new Date() }: StartCallback,
): Promise<Call> {
  const { db } = services
  const { accountId, channelId } = visitor
  const settings = await getCallSettings(db, accountId)
  const problem = await findCallbackProblem(services, settings, {
    accountId,
    channelId,
    visitorId: visitor.id,
    now,
  })
  if (problem) throw problem
  const { countries, gateway } = settings
  const number = readPhone(phone, countries)
  if (!isOfCountries(number, countries)) throw callbackUnavailable({ field: 'input.phone' })
  await admit?.(number.number)
  try {
    return await transact(services, async (work) => {
      if (takenBy) await requireTaker(work.tx, { accountId, channelId, id: takenBy })
      if (!(await lockChannel(work.tx, channelId))) throw callbackDisabled()
      const { id: visitorId } = await requireSurvivor(work.tx, { accountId, visitorId: visitor.id })
      const chat = await lockOpenChat(work.tx, visitorId)
      await useBalance(work, accountId)
      const about = { accountId, channelId, visitorId, chatId: chat?.id ?? null }
      const data = { ...about, id, type: 'CALLBACK' as const, phone: number.number, gateway }
      const call = await openCall(work, data, actor)
      if (!takenBy || gateway !== 'OPERATOR_DIALS') return call
      // Screens read the call after the commit, so none rings.
      const taken = { to: 'OPERATOR_CONNECTED', actor, data: { operatorId: takenBy } } as const
      return (await moveCall(work, call.id, taken)) ?? call
    })
  } catch (error) {
    // Another call of the same visitor was started at the same moment.
    throw isTaken(error) ? callbackUnavailable({ cause: error }) : error
  }
}

/** Throws `not_found` unless the operator may have a call of the channel. */
async function requireTaker(
  tx: Tx,
  { accountId, channelId, id }: { accountId: string; channelId: string; id: string },
): Promise<void> {
  const [taker] = await lockOperators(tx, { accountId, ids: [id], of: { channelId } })
  if (taker?.isAssigned) return
  throw new AppError('not_found', 'This visitor does not exist.', { field: 'input.visitorId' })
}

/** Stores a call that starts. The transaction holds its chat. */
export async function openCall(
  work: Work,
  data: Prisma.CallUncheckedCreateInput,
  actor: Actor,
): Promise<Call> {
  const call = await work.tx.call.create({ data })
  await logCall(work, call, actor)
  return call
}

async function useBalance({ tx }: Work, accountId: string): Promise<void> {
  const { count } = await tx.callSettings.updateMany({
    where: { accountId, enabled: true, balance: { gt: 0 } },
    data: { balance: { decrement: 1 } },
  })
  if (count === 0) throw callbackUnavailable()
}
