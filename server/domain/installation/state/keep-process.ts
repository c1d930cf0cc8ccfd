import { hostname } from 'node:os'
import manifest from '../../../../package.json' with { type: 'json' }
import { paths } from '../../../paths.ts'
import { describeError } from '../../../process/describe-error.ts'
import type { Services } from '../../../services.ts'
import { lastMigration } from '../../../stores/process-name.ts'
import { uuidv7 } from '../../../text/uuid.ts'

const EVERY_MS = 10_000

/**
 * Reports again and again that this process is running, for those who look at the installation. Returns how to stop.
 */
export async function keepProcess(services: Services): Promise<() => Promise<void>> {
  const { db, env, log } = services
  const id = uuidv7()
  const build = lastMigration(paths.migrations)
  const write = () =>
    writeProcess(services, { id, role: env.role, version: manifest.version, build, host: hostname() }).catch(
      (error) => log.warn(describeError(error), 'this process cannot say that it runs'),
    )
  let writing: Promise<void> | undefined
  /** One that takes long delays the next: while the database hangs, they do not pile up. */
  const begin = () => {
    writing ??= write().finally(() => {
      writing = undefined
    })
    return writing
  }
  await begin()
  const timer = setInterval(() => void begin(), EVERY_MS)
  return async () => {
    clearInterval(timer)
    await writing
    // Whoever looks sees it end a little later.
    await db.runningProcess.deleteMany({ where: { id } }).catch(() => {})
  }
}

interface Identity {
  id: string
  role: string
  version: string
  build: string
  host: string
}

async function writeProcess(
  { db, fileWorkers, metrics }: Services,
  { id, role, version, build, host }: Identity,
): Promise<void> {
  const { values } = await metrics.sockets.get()
  const socketsOf = (of: string) => values.find(({ labels }) => labels.of === of)?.value ?? 0
  const [operators, visitors] = [socketsOf('operator'), socketsOf('visitor')]
  const waiting = fileWorkers.waitingCount
  const memory = process.memoryUsage.rss()
  // By the clock of the database, which is the same for all processes. What a killed one has left is removed by the next.
  await db.$executeRaw`
    WITH ended AS (DELETE FROM "RunningProcess" WHERE "seenAt" < now() - interval '1 hour')
    INSERT INTO "RunningProcess" AS p (id, role, version, build, host, "startedAt", "operatorSockets", "visitorSockets", "filesWaiting", "memoryBytes")
    VALUES (${id}::uuid, ${role}, ${version}, ${build}, ${host}, now() - make_interval(secs => ${process.uptime()}),
      ${operators}, ${visitors}, ${waiting}, ${memory})
    ON CONFLICT (id) DO UPDATE SET "seenAt" = now(), "operatorSockets" = excluded."operatorSockets",
      "visitorSockets" = excluded."visitorSockets", "filesWaiting" = excluded."filesWaiting",
      "memoryBytes" = excluded."memoryBytes"`
}
