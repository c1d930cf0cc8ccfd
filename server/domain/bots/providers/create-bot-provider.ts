import { z } from 'zod'
import type { AppError } from '../../../errors.ts'
import type { Work } from '../../../events/transact.ts'
import type { BotProfile, BotProvider } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { createPublicId } from '../../channels/create-public-id.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { createOnce } from '../../create-once.ts'
import { optional, parseInput } from '../../parse-input.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { checkAuthorization, checkEndpointUrl, providerFields } from './provider-fields.ts'

const fields = z.object({
  ...providerFields,
  tokenUrl: optional(providerFields.tokenUrl),
  clientId: optional(providerFields.clientId),
  clientSecret: optional(providerFields.clientSecret),
})

interface CreateBotProvider {
  viewer: Viewer
  name: string
  /** Events are posted to it, followed by the bot's token (contract B2). */
  endpointUrl: string
  profile: BotProfile
  /** All three for providers with authorization (contract, part 5), else none. */
  tokenUrl?: string | null
  clientId?: string | null
  clientSecret?: string | null
  idempotencyKey?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Registers a bot provider and assigns its provider id. Throws `forbidden`, and all other errors at once: bad
 * fields, `private_target`.
 */
export async function createBotProvider(
  services: Services,
  { viewer, problems = [], ...input }: CreateBotProvider,
): Promise<BotProvider> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const { env } = services
  const [, { name, profile }, endpointUrl, authorization] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, input),
    () => checkEndpointUrl(env, input.endpointUrl),
    () => checkAuthorization(env, input),
  )
  const once = {
    viewer,
    mutation: 'createBotProvider',
    input,
    find: ({ tx }: Work, id: string) =>
      tx.botProvider.findFirst({ where: { id, accountId, deletedAt: null } }),
  }
  return createOnce(services, once, async (work) => {
    const provider = await work.tx.botProvider.create({
      data: {
        accountId,
        publicId: createPublicId(),
        name,
        endpointUrl,
        profile,
        ...authorization,
      },
    })
    await work.audit({
      actor: viewer,
      action: 'BOT_PROVIDER_CREATED',
      subject: { type: 'BotProvider', id: provider.id, label: name },
      after: provider,
    })
    return provider
  })
}
