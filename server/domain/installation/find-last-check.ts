import { z } from 'zod'
import type { Db } from '../../database/client.ts'
import { checkNames, type NamedFinding } from './examine-installation.ts'

/** What the checks of the installation have found, for one admin. */
export interface InstallationCheck {
  checkedAt: Date
  findings: NamedFinding[]
}

/** Another build may have written what this one does not know. */
const storedFindings = z
  .array(
    z.object({
      check: z.enum(checkNames).nullable().catch(null),
      state: z.enum(['ok', 'warning', 'failed', 'skipped']),
      found: z.string(),
      advice: z.string().optional(),
    }),
  )
  .transform((findings) => findings.flatMap(({ check, ...rest }) => (check ? { check, ...rest } : [])))

/** The findings of the last run that has finished, and whether none has begun since; null before the first. */
export async function findLastCheck(db: Db): Promise<(InstallationCheck & { isNewest: boolean }) | null> {
  const row = await db.installationCheck.findUnique({ where: { id: 1 } })
  if (!row?.finishedAt) return null
  const { data: findings } = storedFindings.safeParse(row.findings)
  return findings ? { checkedAt: row.finishedAt, findings, isNewest: row.finishedAt >= row.startedAt } : null
}
