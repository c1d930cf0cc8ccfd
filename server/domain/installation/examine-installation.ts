import { setTimeout as pause } from 'node:timers/promises'
import { lacksTable } from '../../database/errors.ts'
import { StoreError } from '../../stores/store-error.ts'
import { checkClock, checkDatabase } from './checks/check-database.ts'
import { checkFiles } from './checks/check-files.ts'
import { checkGeoIp } from './checks/check-geo-ip.ts'
import { checkKey } from './checks/check-key.ts'
import { checkMail } from './checks/check-mail.ts'
import { checkMigrations } from './checks/check-migrations.ts'
import { checkOutbox } from './checks/check-outbox.ts'
import { checkOutgoing } from './checks/check-outgoing.ts'
import { checkProcesses } from './checks/check-processes.ts'
import { checkPublicAddress } from './checks/check-public-address.ts'
import { checkRedisServer } from './checks/check-redis-server.ts'
import { checkReplica } from './checks/check-replica.ts'
import { checkSockets } from './checks/check-sockets.ts'
import { checkVariables } from './checks/check-variables.ts'
import { type Check, type CheckContext, type Finding, failed, skipped } from './checks/finding.ts'

const CHECKS = {
  variables: checkVariables,
  address: checkPublicAddress,
  websockets: checkSockets,
  postgresql: checkDatabase,
  replica: checkReplica,
  migrations: checkMigrations,
  processes: checkProcesses,
  clock: checkClock,
  redis: checkRedisServer,
  files: checkFiles,
  'secret-key': checkKey,
  mail: checkMail,
  outgoing: checkOutgoing,
  locations: checkGeoIp,
  deliveries: checkOutbox,
} satisfies Record<string, Check>

export type CheckName = keyof typeof CHECKS

export const checkNames = Object.keys(CHECKS) as CheckName[]

/** How long a check may take. */
export const CHECK_LIMIT_MS = 15_000

/** A finding with the name of its check. */
export interface NamedFinding extends Finding {
  check: CheckName
}

/**
 * Checks everything that an installation depends on, or only what is named, and changes nothing. What cannot be checked
 * in time has failed.
 */
export async function examineInstallation(
  context: CheckContext,
  names: readonly CheckName[] = checkNames,
): Promise<NamedFinding[]> {
  const findings = await Promise.all(
    names.map(async (check) => ({
      check,
      ...(await Promise.race([CHECKS[check](context).catch(describeFailure), tooLate()])),
    })),
  )
  const database = findings.find(({ check }) => check === 'postgresql')
  return findings.map((finding) =>
    finding !== database && isUnusable(finding) && finding.found === database?.found
      ? { check: finding.check, ...skipped('This needs the database: see the line about PostgreSQL.') }
      : finding,
  )
}

/** Whether a check failed because a store cannot be used: see {@link describeFailure}. */
const isUnusable = ({ state, advice }: Finding) => state === 'failed' && advice === undefined

function tooLate(): Promise<Finding> {
  const finding = failed(
    `This took longer than ${CHECK_LIMIT_MS / 1000} s.`,
    'Check how busy this machine and what it calls are, and try again.',
  )
  return pause(CHECK_LIMIT_MS, finding, { ref: false })
}

/** The messages of stores say what to do themselves. */
function describeFailure(error: Error): Finding {
  if (error instanceof StoreError) return { state: 'failed', found: error.message }
  if (lacksTable(error))
    return skipped('The database lacks tables of this version: see the line about migrations.')
  // Prisma begins with the call that failed.
  const said = error.message.trim().split('\n').at(-1) ?? ''
  return failed(said, 'Do what the line about PostgreSQL says.')
}
