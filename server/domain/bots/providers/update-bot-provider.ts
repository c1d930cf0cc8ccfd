import { z } from 'zod'
import { orNotFound } from '../../../database/or-not-found.ts'
import type { BotProfile, BotProvider } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { announceAccess } from '../../announce-access.ts'
import { optional, parseInput } from '../../parse-input.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { checkAuthorization, checkEndpointUrl, providerFields } from './provider-fields.ts'

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
}

/** Changes what is given of a provider. Throws `forbidden`, `not_found`, `invalid_request`, `private_target`. */
export async function updateBotProvider(
  services: Services,
  { viewer, id, removeAuthorization, ...input }: UpdateBotProvider,
): Promise<BotProvider> {
  requireAdmin(viewer)
  const { db, env } = services
  const { accountId } = viewer
  const { name, profile, endpointUrl, ...authorization } = parseInput(fields, input)
  const where = { id, accountId, deletedAt: null }
  const before = await orNotFound(db.botProvider.findFirstOrThrow({ where }), 'bot provider')
  const provider = await db.botProvider.update({
    where,
    data: {
      ...(name && { name }),
      ...(profile && { profile }),
      ...(endpointUrl && { endpointUrl: checkEndpointUrl(env, endpointUrl) }),
      ...(removeAuthorization
        ? { tokenUrl: null, clientId: null, clientSecretEncrypted: null }
        : checkAuthorization(env, authorization, before)),
    },
  })
  await services.accessTokens.forget(id)
  await announceAccess(services, { accountId })
  return provider
}
