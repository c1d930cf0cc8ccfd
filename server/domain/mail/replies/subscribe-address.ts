import { AppError } from '../../../errors.ts'
import type { Services } from '../../../services.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

interface SubscribeAddress {
  /** Of the link in a mail. */
  token: string
  /** Whether the address gets replies of the account from now on. */
  subscribes: boolean
}

/** The company whose mails a link is about. Throws `not_found` for a link that is wrong. */
export async function findSubscription({ db, env }: Services, token: string): Promise<{ company: string }> {
  const read = readUnsubscribeToken(env.secretKey, token)
  const account =
    read && (await db.account.findUnique({ where: { id: read.accountId }, select: { name: true } }))
  if (!account) throw new AppError('not_found', 'This link is not valid. Copy all of it from the e-mail.')
  return { company: account.name }
}

/** Ends or resumes the replies by mail to the address of a link; doing it again changes nothing. Throws `not_found`. */
export async function subscribeAddress(
  services: Services,
  { token, subscribes }: SubscribeAddress,
): Promise<{ company: string }> {
  const found = await findSubscription(services, token)
  const subscription = readUnsubscribeToken(services.env.secretKey, token)
  if (!subscription) return found
  const { unsubscribedAddress } = services.db
  if (subscribes) await unsubscribedAddress.deleteMany({ where: subscription })
  else await unsubscribedAddress.createMany({ data: subscription, skipDuplicates: true })
  return found
}
