import { isOpen } from '../hours/is-open.ts'
import type { ChannelEntry } from './channel-directory.ts'

/** The bot that gets a new chat now: none outside the business hours, unless it answers then, too. */
export function answeringBot(
  { botId, botOutsideHours, hours }: Pick<ChannelEntry, 'botId' | 'botOutsideHours' | 'hours'>,
  now = new Date(),
): string | null {
  return botId && (botOutsideHours || isOpen(hours, now)) ? botId : null
}
