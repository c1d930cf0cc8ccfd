import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import type { BotProvider } from '../../../generated/prisma/client.ts'
import { BotProfile } from '../../../generated/prisma/enums.ts'
import { checkTarget } from '../../../outbound/check-target.ts'
import type { Env } from '../../../process/env.ts'
import { encryptSecret } from '../../../secrets.ts'
import { throwAll } from '../../check-all.ts'
import { addressField, nameField } from '../../parse-input.ts'

/** What an admin enters about a provider. */
export const providerFields = {
  name: nameField,
  endpointUrl: addressField,
  profile: z.enum(BotProfile),
  tokenUrl: addressField,
  clientId: z
    .string()
    .trim()
    .min(1, 'Enter the client ID.')
    .max(500, 'A client ID can have at most 500 characters.'),
  clientSecret: z
    .string()
    .min(1, 'Enter the client secret.')
    .max(2000, 'A client secret can have at most 2000 characters.'),
}

/**
 * As it is stored; a blank one is refused as a field. Throws `invalid_request` for what is not an http(s) address,
 * `private_target`.
 */
export function checkEndpointUrl({ outbound }: Env, endpointUrl: string): string {
  if (endpointUrl.trim() === '') return ''
  return checkTarget(endpointUrl, outbound.allowPrivateTargets, 'input.endpointUrl').href
}

interface AuthorizationInput {
  tokenUrl?: string | null | undefined
  clientId?: string | null | undefined
  clientSecret?: string | null | undefined
}

type Authorization = Pick<BotProvider, 'tokenUrl' | 'clientId' | 'clientSecretEncrypted'>

export const NO_AUTHORIZATION: Authorization = { tokenUrl: null, clientId: null, clientSecretEncrypted: null }

/**
 * The credentials for access tokens as they are stored: all three or none. Omitted fields are unchanged. Throws
 * `blank` for every one that is missing, `private_target`.
 */
export function checkAuthorization(
  { outbound, secretKey }: Env,
  { tokenUrl, clientId, clientSecret }: AuthorizationInput,
  before: Authorization = NO_AUTHORIZATION,
): Authorization {
  const after = {
    tokenUrl: tokenUrl?.trim()
      ? checkTarget(tokenUrl, outbound.allowPrivateTargets, 'input.tokenUrl').href
      : before.tokenUrl,
    clientId: clientId?.trim() || before.clientId,
    clientSecretEncrypted: clientSecret
      ? encryptSecret(clientSecret, secretKey)
      : before.clientSecretEncrypted,
  }
  const stored = {
    tokenUrl: after.tokenUrl,
    clientId: after.clientId,
    clientSecret: after.clientSecretEncrypted,
  }
  const missing = Object.entries(stored).filter(([, value]) => !value)
  if (missing.length === 3) return after
  throwAll(
    missing.map(([name]) => {
      const message = 'Authorization needs a token address, a client ID and a client secret.'
      return new AppError('blank', message, { field: `input.${name}` })
    }),
  )
  return after
}
