import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findReporter } from '../domain/calls/reports/find-reporter.ts'
import { readCallReport } from '../domain/calls/reports/read-call-report.ts'
import { receiveCallReport } from '../domain/calls/reports/receive-call-report.ts'
import { runVerb } from '../process/tracing/run-verb.ts'
import type { Services } from '../services.ts'
import { parseJsonBodies } from './rest-rules.ts'

type Report = FastifyRequest<{ Params: { token: string }; Body: { body: unknown } }>

/** The requests of each account: far more than a telephone system needs. */
export const CALL_REPORT_RATE = { name: 'call-report', perSecond: 50, burst: 100 }

/** Where telephone systems report (docs/calls.md). 200 means that the report is stored, or changes nothing. */
export async function callRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  parseJsonBodies(app)
  app.post('/calls/:token', { config: { urgency: 'message' } }, async (request: Report) => {
    const settings = await findReporter(services, request.params.token)
    await services.limits.meter(CALL_REPORT_RATE, settings.accountId)
    const report = readCallReport(request.body.body)
    const { id } = await runVerb(services, 'receiveCallReport', () =>
      receiveCallReport(services, { settings, report }),
    )
    return { result: 'ok', call_id: id }
  })
}
