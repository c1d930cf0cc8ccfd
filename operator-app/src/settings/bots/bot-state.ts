import type { Bot } from '../../graphql/bots.ts'

export type BotStateName = 'on' | 'off' | 'idle' | 'failing' | 'gone'

/** The state of a bot. It is failing if it did not accept its last event. */
export function toBotState(bot: Bot): BotStateName {
  if (!bot.connected) return 'gone'
  if (!bot.enabled) return 'off'
  const outcomes = bot.sent.edges.map((edge) => edge.node.state)
  if (outcomes.find((state) => state === 'SENT' || state === 'FAILED') === 'FAILED') return 'failing'
  return bot.channels.length === 0 ? 'idle' : 'on'
}
