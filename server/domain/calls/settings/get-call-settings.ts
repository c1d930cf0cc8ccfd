import type { Tx } from '../../../database/client.ts'
import type { CallSettings } from '../../../generated/prisma/client.ts'
import { type CallHours, callHoursField } from './call-hours.ts'

/** The settings of an account's calls, with the channels whose visitors may ask to be called. */
export interface AccountCalls extends Omit<CallSettings, 'hours'> {
  hours: CallHours
  channelIds: string[]
}

/** The defaults before an admin has changed anything. */
const DEFAULTS = {
  enabled: false,
  timeZone: 'UTC',
  hours: [],
  countries: [],
  balance: 0,
  gateway: 'OPERATOR_DIALS',
  gatewayUrl: null,
  secretEncrypted: null,
  oldSecretEncrypted: null,
  oldSecretUntil: null,
  tokenHash: null,
} as const satisfies Omit<CallSettings, 'accountId'>

/** The settings of an account; the defaults before an admin has changed anything. */
export async function getCallSettings(
  db: Pick<Tx, 'callSettings'>,
  accountId: string,
): Promise<AccountCalls> {
  const found = await db.callSettings.findUnique({
    where: { accountId },
    include: { channels: { where: { channel: { deletedAt: null } }, orderBy: { channelId: 'asc' } } },
  })
  const { channels, hours, ...settings } = found ?? { ...DEFAULTS, countries: [], channels: [], accountId }
  return {
    ...settings,
    hours: callHoursField.catch([]).parse(hours),
    channelIds: channels.map(({ channelId }) => channelId),
  }
}
