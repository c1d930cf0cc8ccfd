import { AppError } from '../../../errors.ts'
import type { ChannelKind } from '../../../generated/prisma/client.ts'
import type { SettingsInput, SettingsName } from './channel-kind.ts'
import { channelKinds, kindsBySettings } from './channel-kinds.ts'

/**
 * The kind whose settings were given, with them. Throws `invalid_request` unless exactly one kind is given.
 */
export function settingsOfInput(settings: SettingsInput) {
  const given = Object.entries(settings).filter(([, input]) => input != null)
  const [name, input] = given[0] ?? []
  const kind: ChannelKind | undefined = kindsBySettings.get(name as SettingsName)
  if (!kind || given.length > 1) {
    throw new AppError('invalid_request', 'Send the settings of exactly one kind of channel.', {
      field: 'input.settings',
    })
  }
  return { kind, entry: channelKinds[kind].settings, input }
}
