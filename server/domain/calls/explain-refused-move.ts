import type { Db } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { type Viewer, within } from '../viewer.ts'
import { isOver } from './call-state.ts'

/** Why a call did not change: it is unknown, over, or somebody else's. */
export async function explainRefusedMove(
  db: Pick<Db, 'call'>,
  viewer: Viewer,
  id: string,
): Promise<AppError> {
  const field = 'input.id'
  const call = await db.call.findFirst({
    where: { id, ...within(viewer) },
    include: { operator: { select: { name: true } } },
  })
  if (!call) return unknownCall()
  if (isOver(call.state)) return new AppError('call_ended', 'This call is over.', { field })
  if (call.gateway === 'HTTP')
    return new AppError('invalid_request', 'The telephone system makes this call.', { field })
  if (!call.operator) return new AppError('invalid_request', 'Take the call first.', { field })
  return new AppError('call_taken_by_other', `${call.operator.name} has taken this call.`, { field })
}

/** The refusal for a call that does not exist, or that the viewer may not see. */
export function unknownCall(): AppError {
  return new AppError('not_found', 'This call does not exist, or you cannot see it.', { field: 'input.id' })
}
