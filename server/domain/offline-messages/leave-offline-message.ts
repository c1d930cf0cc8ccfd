import { z } from 'zod'
import { SYSTEM } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { OfflineMessage } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { storableText } from '../../storable-text.ts'
import { uuidv7 } from '../../uuid.ts'
import { cutText } from '../cut-text.ts'
import { parseInput } from '../parse-input.ts'

const TEXT_LENGTH = 4000
const optionalText = (length: number) =>
  z
    .string()
    .nullish()
    .transform((value) => cutText(storableText(value ?? '').trim(), length) || null)

const fields = z
  .object({
    name: optionalText(255),
    email: optionalText(254).pipe(z.email('Enter an e-mail address.').nullable()),
    phone: optionalText(50).pipe(
      z
        .string()
        .regex(/^\+?[\d\s().\-/]{3,}$/, 'Enter a telephone number.')
        .nullable(),
    ),
    message: optionalText(TEXT_LENGTH).pipe(z.string('Write a message.')),
    pageUrl: optionalText(2048),
  })
  .refine(({ email, phone }) => email || phone, {
    error: 'Enter an e-mail address or a telephone number.',
    path: ['email'],
  })

interface LeaveOfflineMessage {
  channel: { id: string; accountId: string }
  /** Who leaves it, as far as they are known. */
  visitorId?: string | null
  departmentId?: string | null
  name?: string | null
  email?: string | null
  phone?: string | null
  text: string
  pageUrl?: string | null
}

/**
 * Stores what a visitor leaves for later, also while operators are online (contract 6.3, `sendOfflineMessage`): a
 * message and a way to answer it. What a blacklisted visitor leaves is not stored; the id that is returned looks like
 * any other. Throws `invalid_request`.
 */
export async function leaveOfflineMessage(services: Services, input: LeaveOfflineMessage): Promise<string> {
  const { channel, visitorId = null, departmentId = null, text: message, ...given } = input
  // What is wrong with it is told under the name that visitors' pages know it by.
  const { message: text, ...left } = parseInput(fields, { ...given, message })
  return transact(services, async (work) => {
    const { tx } = work
    const id = uuidv7()
    const visitor =
      visitorId &&
      (await tx.visitor.findFirst({
        where: { id: visitorId, accountId: channel.accountId },
        include: { mergedInto: true },
      }))
    const person = visitor ? (visitor.mergedInto ?? visitor) : null
    if (person?.blacklistedAt) return id
    const department =
      departmentId &&
      (await tx.department.findFirst({ where: { id: departmentId, accountId: channel.accountId } }))
    const row = {
      ...left,
      text,
      id,
      accountId: channel.accountId,
      channelId: channel.id,
      visitorId: person ? person.id : null,
      departmentId: department ? department.id : null,
    } satisfies Partial<OfflineMessage>
    await tx.offlineMessage.create({ data: row })
    await work.record({
      accountId: channel.accountId,
      kind: 'OFFLINE_MESSAGE_CREATED',
      actor: person ? { type: 'VISITOR', id: person.id } : SYSTEM,
      channelId: channel.id,
      subjectId: id,
    })
    return id
  })
}
