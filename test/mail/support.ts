import { expect } from 'vitest'
import { queueMail } from '../../server/domain/mail/queue-mail.ts'
import { transact } from '../../server/events/transact.ts'
import type { Services } from '../../server/services.ts'

type Queued = Parameters<typeof queueMail>[2]

/** A mail with nothing but what a test is about. */
export function queue(services: Services, mail: Pick<Queued, 'accountId' | 'to'> & Partial<Queued>) {
  return transact(services, (work) =>
    queueMail(services, work, {
      kind: 'ADMIN_NOTICE',
      subject: 'Hello',
      parts: [{ kind: 'text', text: 'Somebody should look at this.' }],
      ...mail,
    }),
  )
}

/** Waits until a mail stands so, and gives its item with the attempts. */
export async function standing({ db }: Services, id: string, state: string, attempts?: number) {
  const find = () =>
    db.outboxItem.findUniqueOrThrow({ where: { id }, include: { log: { orderBy: { startedAt: 'asc' } } } })
  await expect
    .poll(async () => {
      const item = await find()
      return [item.state, attempts === undefined || item.attempts === attempts]
    })
    .toEqual([state, true])
  return find()
}

/** Lets the next attempt be made now. */
export async function waitBetweenAttempts({ db, waker }: Services, id: string): Promise<void> {
  const { lane } = await db.outboxItem.update({ where: { id }, data: { nextAttemptAt: new Date() } })
  await waker.wake([lane])
}
