import { z } from 'zod'
import type { Env } from '../../../env.ts'
import { AppError } from '../../../errors.ts'
import type { BotProvider } from '../../../generated/prisma/client.ts'
import { BotProfile } from '../../../generated/prisma/enums.ts'
import { checkTarget } from '../../../outbound/check-target.ts'
import { encryptSecret } from '../../../secrets.ts'
import { nameField } from '../../parse-input.ts'

/** What an admin types in about a provider. */
export const providerFields = {
  name: nameField,
  endpointUrl: z.string().trim(),
  profile: z.enum(BotProfile),
  tokenUrl: z.string().trim(),
  clientId: z.string().trim().min(1, 'Enter the client ID.').max(500),
  clientSecret: z.string().min(1, 'Enter the client secret.').max(2000),
}

/** As it is stored. Throws `invalid_request` for what is not an http(s) address, `private_target`. */
export function checkEndpointUrl({ outbound }: Env, endpointUrl: string): string {
  return checkTarget(endpointUrl, outbound.allowPrivateTargets, 'input.endpointUrl').href
}

interface AuthorizationInput {
  tokenUrl?: string | undefined
  clientId?: string | undefined
  clientSecret?: string | undefined
}

type Authorization = Pick<BotProvider, 'tokenUrl' | 'clientId' | 'clientSecretEncrypted'>

/**
 * The credentials for access tokens as they are stored: all three or none. Omitted fields are unchanged. Throws
 * `invalid_request` for the one that is missing, `private_target`.
 */
export function checkAuthorization(
  { outbound, secretKey }: Env,
  { tokenUrl, clientId, clientSecret }: AuthorizationInput,
  before: Authorization = { tokenUrl: null, clientId: null, clientSecretEncrypted: null },
): Authorization {
  const after = {
    tokenUrl: tokenUrl
      ? checkTarget(tokenUrl, outbound.allowPrivateTargets, 'input.tokenUrl').href
      : before.tokenUrl,
    clientId: clientId ?? before.clientId,
    clientSecretEncrypted: clientSecret
      ? encryptSecret(clientSecret, secretKey)
      : before.clientSecretEncrypted,
  }
  const missing = !after.tokenUrl ? 'tokenUrl' : !after.clientId ? 'clientId' : 'clientSecret'
  const given = [after.tokenUrl, after.clientId, after.clientSecretEncrypted].filter(Boolean).length
  if (given === 0 || given === 3) return after
  throw new AppError(
    'invalid_request',
    'Authorization needs a token address, a client ID and a client secret.',
    {
      field: `input.${missing}`,
    },
  )
}
