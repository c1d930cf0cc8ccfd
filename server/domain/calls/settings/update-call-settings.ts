import { AppError } from '../../../errors.ts'
import { createSigningSecret } from '../../../outbound/sign-webhook.ts'
import { encryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import { requireChannels } from '../../channels/require-channels.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { parseInput } from '../../parse-input.ts'
import type { Viewer } from '../../viewer.ts'
import type { CallHours } from './call-hours.ts'
import { callSettingsFields, checkGatewayUrl } from './call-settings-fields.ts'
import { changeCallSettings } from './change-call-settings.ts'
import type { AccountCalls } from './get-call-settings.ts'

interface UpdateCallSettings {
  viewer: Viewer
  enabled?: boolean | null
  /** All channels whose visitors may ask to be called. */
  channelIds?: string[] | null
  timeZone?: string | null
  hours?: CallHours | null
  countries?: string[] | null
  balance?: number | null
  gateway?: 'OPERATOR_DIALS' | 'HTTP' | null
  gatewayUrl?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Changes the given settings of the account's calls. Throws `forbidden`, and all other errors at once: bad
 * fields, unknown channels, a telephone system without an address.
 */
export function updateCallSettings(
  services: Services,
  { viewer, problems = [], ...input }: UpdateCallSettings,
): Promise<AccountCalls> {
  const { env } = services
  const { accountId } = viewer
  return changeCallSettings(services, viewer, async ({ tx }, before) => {
    const [, fields, gatewayUrl] = await checkAll(
      () => throwAll(problems),
      () => parseInput(callSettingsFields, input),
      () => input.gatewayUrl?.trim() && checkGatewayUrl(env, input.gatewayUrl),
      () => requireGatewayUrl(before, input),
      () => input.channelIds && requireChannels(tx, viewer, { ids: input.channelIds }),
    )
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    await tx.callSettings.update({
      where: { accountId },
      data: {
        ...given,
        ...(gatewayUrl && { gatewayUrl }),
        // Orders are never sent unsigned.
        ...(gatewayUrl &&
          !before.secretEncrypted && {
            secretEncrypted: encryptSecret(createSigningSecret(), env.secretKey),
          }),
      },
    })
    if (!input.channelIds) return
    await tx.callbackChannel.deleteMany({ where: { accountId } })
    const data = [...new Set(input.channelIds)].map((channelId) => ({ accountId, channelId }))
    await tx.callbackChannel.createMany({ data })
  })
}

function requireGatewayUrl(
  before: AccountCalls,
  { gateway, gatewayUrl }: Pick<UpdateCallSettings, 'gateway' | 'gatewayUrl'>,
): void {
  const isMissing = (gatewayUrl ?? before.gatewayUrl ?? '').trim() === ''
  if (!isMissing && gatewayUrl?.trim() !== '') return
  if ((gateway ?? before.gateway) === 'OPERATOR_DIALS') return
  throw new AppError('blank', 'Enter the address of the telephone system.', { field: 'input.gatewayUrl' })
}
