import { z } from 'zod'
import type { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import type { Account } from '../../../generated/prisma/client.ts'
import { encryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import { lockAccount } from '../../accounts/lock-account.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { optional, parseInput } from '../../parse-input.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'

const MAX_HOSTS = 100

/** A host, or an address of which the host counts. */
const safeUrlField = z
  .string()
  .trim()
  .max(2000, 'An address can have at most 2000 characters.')
  .transform((text, context) => {
    const url = text.includes('://') ? text : `https://${text}`
    const host = URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : ''
    if (host) return host
    context.addIssue({ code: 'custom', message: 'Enter a host name, for example crm.example.com.' })
    return z.NEVER
  })

const unique = <T>(values: T[]) => [...new Set(values)]

const fields = z.object({
  safeUrls: optional(
    z.array(safeUrlField).max(MAX_HOSTS, `There can be at most ${MAX_HOSTS} safe URLs.`).transform(unique),
  ),
  identitySecret: optional(
    z
      .string()
      .min(16, 'A secret needs at least 16 characters.')
      .max(1000, 'A secret can have at most 1000 characters.'),
  ),
})

interface UpdateDeveloperSettings {
  viewer: Viewer
  /** Host names; links in answers of webhooks may lead to them and their subdomains. */
  safeUrls?: readonly string[] | null
  /** The key that user tokens of the widget are signed with (HS256). */
  identitySecret?: string | null
  /** Any user token is accepted from then on. */
  removeIdentitySecret?: boolean | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/** Changes the given fields. Throws `forbidden`, and all other errors at once. */
export async function updateDeveloperSettings(
  services: Services,
  { viewer, removeIdentitySecret, problems = [], ...input }: UpdateDeveloperSettings,
): Promise<Account> {
  requireAdmin(viewer)
  const [, { safeUrls, identitySecret }] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, input),
  )
  const { accountId } = viewer
  return transact(services, async ({ tx, audit }) => {
    const where = { id: accountId }
    const read = () =>
      tx.account.findUniqueOrThrow({ where, select: { safeUrlHosts: true, identitySecretEncrypted: true } })
    await lockAccount(tx, accountId)
    const before = await read()
    const account = await tx.account.update({
      where,
      data: {
        ...(safeUrls && { safeUrlHosts: safeUrls }),
        ...(identitySecret && {
          identitySecretEncrypted: encryptSecret(identitySecret, services.env.secretKey),
        }),
        ...(removeIdentitySecret && { identitySecretEncrypted: null }),
      },
    })
    await audit({
      actor: viewer,
      action: 'DEVELOPER_SETTINGS_UPDATED',
      subject: { type: 'Account', id: accountId },
      before,
      after: await read(),
    })
    return account
  })
}
