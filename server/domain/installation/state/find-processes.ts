import { columnsOf } from '../../../database/select-all.ts'
import type { RunningProcess } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'

/** A process that has not reported for this long has ended: processes write every ten seconds. */
export const SILENT_S = 35
/** For how long a process that ended without saying so is still shown. */
const SHOWN_S = 600
/** More processes than this are not shown. */
export const MOST_PROCESSES = 100

/** A process, and whether it has stopped reporting that it is running. */
export interface FoundProcess extends RunningProcess {
  isSilent: boolean
}

/** The processes of the installation, those that have been running longest first. */
export function findProcesses({ db }: Services): Promise<FoundProcess[]> {
  return db.$queryRaw<FoundProcess[]>`
    SELECT ${columnsOf('RunningProcess')}, "seenAt" < now() - make_interval(secs => ${SILENT_S}) AS "isSilent" FROM "RunningProcess"
    WHERE "seenAt" > now() - make_interval(secs => ${SHOWN_S})
    ORDER BY "startedAt", id LIMIT ${MOST_PROCESSES}`
}
