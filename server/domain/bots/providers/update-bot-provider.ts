import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import type { BotProfile, BotProvider } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { announceAccess } from '../../announce-access.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { optional, parseInput } from '../../parse-input.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { forgetAccessTokens } from './access-tokens.ts'
import { lockBotProvider } from './lock-bot-provider.ts'
import { checkAuthorization, checkEndpointUrl, NO_AUTHORIZATION, providerFields } from './provider-fields.ts'

const fields = z.object({
  name: optional(providerFields.name),
  endpointUrl: optional(providerFields.endpointUrl),
  profile: optional(providerFields.profile),
  tokenUrl: optional(providerFields.tokenUrl),
  clientId: optional(providerFields.clientId),
  clientSecret: optional(providerFields.clientSecret),
})

interface UpdateBotProvider {
  viewer: Viewer
  id: string
  name?: string | null
  endpointUrl?: string | null
  profile?: BotProfile | null
  tokenUrl?: string | null
  clientId?: string | null
  clientSecret?: string | null
  /** No Authorization header from then on. */
  removeAuthorization?: boolean | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Changes the given fields of a provider. Throws `forbidden`, and all other errors at once: an unknown
 * provider, bad fields, `private_target`.
 */
export async function updateBotProvider(
  services: Services,
  { viewer, id, removeAuthorization, problems = [], ...input }: UpdateBotProvider,
): Promise<BotProvider> {
  requireAdmin(viewer)
  const { env } = services
  const { accountId } = viewer
  const provider = await transact(services, async (work) => {
    const before = await lockBotProvider(work.tx, { accountId, id })
    const [, { name, profile }, endpointUrl, authorization] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => input.endpointUrl && checkEndpointUrl(env, input.endpointUrl),
      () => (removeAuthorization || !before ? NO_AUTHORIZATION : checkAuthorization(env, input, before)),
      () => {
        if (!before)
          throw new AppError('not_found', 'This bot provider does not exist.', { field: 'input.id' })
      },
    )
    const provider = await work.tx.botProvider.update({
      where: { id, accountId },
      data: {
        ...(name && { name }),
        ...(profile && { profile }),
        ...(endpointUrl && { endpointUrl }),
        ...authorization,
      },
    })
    await forgetAccessTokens(work.tx, id)
    await work.audit({
      actor: viewer,
      action: 'BOT_PROVIDER_UPDATED',
      subject: { type: 'BotProvider', id, label: provider.name },
      before,
      after: provider,
    })
    return provider
  })
  await announceAccess(services, { accountId })
  return provider
}
