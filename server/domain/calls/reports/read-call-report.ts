import { AppError } from '../../../errors.ts'
import { type CallReport, callReportSchema } from './call-report.ts'

/** Reads the body of a report. Throws `invalid_request` with the first field that is wrong. */
export function readCallReport(body: unknown): CallReport {
  const parsed = callReportSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  if (!field) throw new AppError('invalid_request', 'The body must be a JSON object.')
  const messages: Record<string, string> = {
    status: 'status must be start, agent_connected, client_connected, end or error.',
    call_id: 'call_id or id must name the call, in up to 255 characters.',
  }
  const message = messages[field] ?? `${field} cannot be used: ${issue?.message}`
  throw new AppError('invalid_request', message, { field })
}
