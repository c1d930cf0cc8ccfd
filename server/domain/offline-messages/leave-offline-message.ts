import { SYSTEM } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { OfflineMessage } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { uuidv7 } from '../../text/uuid.ts'
import { findDepartment } from '../departments/lock-department.ts'
import { parseInput } from '../parse-input.ts'
import { requireSurvivor } from '../visitors/lock-survivor.ts'
import { saveContactInfo } from '../visits/identity/save-contact-info.ts'
import { offlineMessageFields } from './offline-message-fields.ts'

/** A visitor's same message within this time is a repeat, as when the answer to the first was lost. */
const REPEAT_MS = 600_000

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
  /** More about the visitor, which is kept with them. */
  description?: string | null
}

/**
 * Stores an offline message of a visitor, even while operators are online (contract 6.3, `sendOfflineMessage`): a
 * message and a way to answer it. A repeated message is not stored again. Neither is one of a blacklisted visitor; the id
 * that is returned looks like any other. Throws `invalid_request`, and `unauthenticated` for a visitor who was erased
 * meanwhile.
 */
export async function leaveOfflineMessage(services: Services, input: LeaveOfflineMessage): Promise<string> {
  const { channel, visitorId = null, departmentId = null, text: message, ...given } = input
  // Its errors use the field name that visitors' pages know.
  const { message: text, description, ...left } = parseInput(offlineMessageFields, { ...given, message })
  return transact(services, async (work) => {
    const { tx } = work
    const id = uuidv7()
    const department =
      departmentId && (await findDepartment(tx, { accountId: channel.accountId, id: departmentId }))
    // Locked: of two messages that are the same at the same time, the second finds the first.
    const person = visitorId ? await requireSurvivor(tx, { accountId: channel.accountId, visitorId }) : null
    if (person?.blacklistedAt) return id
    if (person) await saveContactInfo(work, person, { description: description ?? null })
    const { pageUrl, ...about } = {
      ...left,
      text,
      accountId: channel.accountId,
      channelId: channel.id,
      visitorId: person ? person.id : null,
      departmentId: department ? department.id : null,
    } satisfies Partial<OfflineMessage>
    const since = new Date(Date.now() - REPEAT_MS)
    const earlier =
      person &&
      (await tx.offlineMessage.findFirst({ where: { ...about, state: 'NEW', createdAt: { gte: since } } }))
    if (earlier) return earlier.id
    await tx.offlineMessage.create({ data: { ...about, id, pageUrl } })
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
