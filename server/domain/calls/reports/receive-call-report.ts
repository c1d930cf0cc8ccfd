import type { Tx } from '../../../database/client.ts'
import { retryConflict } from '../../../database/retry-conflict.ts'
import { AppError } from '../../../errors.ts'
import { SYSTEM } from '../../../events/actor.ts'
import { transact, type Work } from '../../../events/transact.ts'
import type { Call, CallSettings } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { isUuid } from '../../../text/uuid.ts'
import { moveCall } from '../move-call.ts'
import { tidyPhone } from '../read-phone.ts'
import { openCall } from '../start-callback.ts'
import type { CallReport } from './call-report.ts'
import { findParties } from './find-parties.ts'

interface ReceivedReport {
  /** The account whose telephone system reports. */
  settings: Pick<CallSettings, 'accountId'>
  report: CallReport
}

/**
 * Processes the report of a telephone system about a call that was ordered, or that it started itself. A
 * report that is repeated, late or after the end changes nothing. Throws `not_found` for an unknown call.
 */
export function receiveCallReport(services: Services, reported: ReceivedReport): Promise<Call> {
  return retryConflict(() => transact(services, (work) => takeReport(work, reported)))
}

async function takeReport(work: Work, { settings: { accountId }, report }: ReceivedReport): Promise<Call> {
  const { status, reason, record_url: recordUrl } = report
  const call = (await findCall(work.tx, accountId, report)) ?? (await openReported(work, accountId, report))
  if (status === 'START') return call
  const operator = report.agent
    ? await work.tx.user.findFirst({
        where: { accountId, email: report.agent.toLowerCase(), deactivatedAt: null },
        select: { id: true },
      })
    : null
  const moved = await moveCall(work, call.id, {
    to: status,
    actor: SYSTEM,
    ...(status === 'ERROR' && { reason: reason ?? 'The telephone system gave no reason.' }),
    data: {
      ...(operator && { operatorId: operator.id }),
      ...(status === 'END' && recordUrl && { recordUrl }),
    },
  })
  return moved ?? call
}

/** The call that a report is about; null for the first report of one that the telephone system started. */
async function findCall(tx: Tx, accountId: string, { call_id, id }: CallReport): Promise<Call | null> {
  if (call_id) {
    const call = isUuid(call_id)
      ? await tx.call.findFirst({ where: { accountId, id: call_id, gateway: 'HTTP' } })
      : null
    if (!call) throw unknown('call_id')
    return call
  }
  return tx.call.findUnique({ where: { accountId_externalId: { accountId, externalId: id ?? '' } } })
}

async function openReported(work: Work, accountId: string, report: CallReport): Promise<Call> {
  const { id, type, phone = '' } = report
  if (!id || !type) throw unknown('id')
  const number = tidyPhone(phone)
  const parties = await findParties(work.tx, accountId, { ...report, phone: number })
  return openCall(
    work,
    { accountId, ...parties, type, phone: number, gateway: 'HTTP', externalId: id },
    SYSTEM,
  )
}

function unknown(field: string): AppError {
  const message =
    field === 'id'
      ? 'There is no such call. The first report of a call that you started has the type incoming or outgoing.'
      : 'There is no such call.'
  return new AppError('not_found', message, { field })
}
