const PREFIX = 'bot:'

/** The lane by which events go to the bot of a chat, one after the other. */
export function botLane(chatId: string): string {
  return PREFIX + chatId
}

/** The chat whose lane it is; null for a visitor's lane of deliveries. */
export function chatOfBotLane(lane: string): string | null {
  return lane.startsWith(PREFIX) ? lane.slice(PREFIX.length) : null
}
