import { isOpen } from '../hours/is-open.ts'
import type { ChannelEntry } from './channel-directory.ts'

/** Who is connected: what is needed of `services.presence`, which stands above the domain. */
interface Connected {
  connectedUsers(accountId: string): Promise<Set<string>>
}

/**
 * Whether somebody can answer (contract A1, part 3): 1 when at least one operator of the channel is connected
 * and available, or a bot answers and counts as available on the channel. Outside its hours, nobody is available but a
 * bot that answers then, too. A paused channel is not available.
 */
export async function getChannelStatus(
  { presence }: { presence: Connected },
  channel: ChannelEntry,
  now = new Date(),
): Promise<0 | 1> {
  if (channel.paused) return 0
  const open = isOpen(channel.hours, now)
  if (channel.botCounts && (open || channel.botOutsideHours)) return 1
  if (!open) return 0
  const connected = await presence.connectedUsers(channel.accountId)
  return channel.availableOperatorIds.some((id) => connected.has(id)) ? 1 : 0
}
