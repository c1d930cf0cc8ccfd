import type { JobContext } from '../../server/jobs/handle-job.ts'
import { Lanes } from '../../server/outbox/lanes.ts'
import type { Services } from '../../server/services.ts'

/** What a handler gets from a worker that nobody asks to stop and that knows no lanes. */
export function jobContext(services: Services): JobContext {
  const stopping = new AbortController().signal
  return { services, lanes: new Lanes(services, [], stopping), stopping }
}
