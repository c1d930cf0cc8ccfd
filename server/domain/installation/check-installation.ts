import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../services.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { CHECK_LIMIT_MS, checkNames, examineInstallation, type NamedFinding } from './examine-installation.ts'
import { findLastCheck, type InstallationCheck } from './find-last-check.ts'

/** No run takes as long: its process has died. */
const RUN_S = CHECK_LIMIT_MS / 1000 + 5
/** Whoever waits for a run gets its findings, and so does whoever asks just after it. */
const SHARED_S = 5
const POLL_MS = 250

const LIMIT = { name: 'installation-check', points: 20, seconds: 60 }
const MAIL_LIMIT = { name: 'test-mail', points: 5, seconds: 3_600 }

/**
 * Runs the checks of `npm run doctor` in this process, once for everybody who asks at the same time, and sends a test mail
 * to the viewer on request. Throws `forbidden`, `too_many_requests`.
 */
export async function checkInstallation(
  services: Services,
  { viewer, sendsTestMail }: { viewer: Viewer; sendsTestMail: boolean },
): Promise<InstallationCheck> {
  requireAdmin(viewer)
  const { db, env, limits } = services
  await limits.consume(LIMIT, viewer.userId)
  if (sendsTestMail) await limits.consume(MAIL_LIMIT, viewer.userId)
  const mailTo = sendsTestMail
    ? (await db.user.findUniqueOrThrow({ where: { id: viewer.userId } })).email
    : undefined
  const [shared, mail] = await Promise.all([
    runOnce(services),
    sendsTestMail && env.mail ? examine(services, ['mail'], mailTo) : [],
  ])
  // Another process, started with other variables, may have looked at the mail server as well.
  const others = mail.length > 0 ? shared.findings.filter(({ check }) => check !== 'mail') : shared.findings
  return { ...shared, findings: [...others, ...mail] }
}

/** The findings of the run that is under way, or else of a new one. */
async function runOnce(services: Services): Promise<InstallationCheck> {
  for (;;) {
    const startedAt = await claimRun(services)
    if (startedAt) return run(services, startedAt)
    const last = await findLastCheck(services.db)
    if (last?.isNewest) return last
    await pause(POLL_MS)
  }
}

/** When the run that is now the caller's began; undefined while that of another is recent. */
async function claimRun({ db }: Services): Promise<Date | undefined> {
  const rows = await db.$queryRaw<{ startedAt: Date }[]>`
    INSERT INTO "InstallationCheck" AS c (id) VALUES (1)
    ON CONFLICT (id) DO UPDATE SET "startedAt" = excluded."startedAt"
    WHERE c."startedAt" < now() - make_interval(secs => ${RUN_S})
      OR c."finishedAt" BETWEEN c."startedAt" AND now() - make_interval(secs => ${SHARED_S})
    RETURNING "startedAt"`
  return rows[0]?.startedAt
}

async function run(services: Services, startedAt: Date): Promise<InstallationCheck> {
  // A mail goes only to whoever asks for it, and `outgoing` calls any address: admins test their bots and endpoints
  // instead.
  const skipped = services.env.mail ? ['mail', 'outgoing'] : ['outgoing']
  const names = checkNames.filter((name) => !skipped.includes(name))
  const findings = await examine(services, names)
  // It matches nothing if the run has taken so long that another has begun.
  const rows = await services.db.$queryRaw<{ finishedAt: Date }[]>`
    UPDATE "InstallationCheck" SET "finishedAt" = now(), findings = ${JSON.stringify(findings)}::jsonb
    WHERE "startedAt" = ${startedAt} RETURNING "finishedAt"`
  return { checkedAt: rows[0]?.finishedAt ?? new Date(), findings }
}

function examine(
  { env, databaseUrl }: Services,
  names: Parameters<typeof examineInstallation>[1],
  mailTo?: string,
): Promise<NamedFinding[]> {
  return examineInstallation(
    { env, databaseUrl: async () => databaseUrl, mailTo, outgoing: undefined },
    names,
  )
}
