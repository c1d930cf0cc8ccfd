import type { LiveEvent } from '../graphql/events.ts'
import type { Chat } from '../graphql/fragments.ts'

/** The chat with what CHANNEL_UPDATED says of its channel. A deleted one keeps its last name. */
export function withChannel(chat: Chat, { channel }: LiveEvent): Chat {
  return channel && chat.channel.id === channel.id ? { ...chat, channel } : chat
}

/** The chat with what BOT_UPDATED says of its bot, and of the bot of its channel. */
export function withBot(chat: Chat, { bot }: LiveEvent): Chat {
  if (!bot) return chat
  const { connected, ...now } = bot
  const isHolder = chat.bot?.id === bot.id
  const isOfChannel = chat.channel.bot?.id === bot.id
  if (!isHolder && !isOfChannel) return chat
  return {
    ...chat,
    bot: isHolder ? { id: now.id, name: now.name } : chat.bot,
    channel: isOfChannel ? { ...chat.channel, bot: connected ? now : null } : chat.channel,
  }
}

/** The chat with what DEPARTMENT_UPDATED says of its department, which may be gone. */
export function withDepartment(chat: Chat, { department, subjectId }: LiveEvent): Chat {
  if (!chat.department) return chat
  if (department) return chat.department.id === department.id ? { ...chat, department } : chat
  return chat.department.id === btoa(`Department:${subjectId}`) ? { ...chat, department: null } : chat
}

/** The chat with what OPERATOR_UPDATED says of whoever is or was in it, or is invited. */
export function withOperator(chat: Chat, { operator }: LiveEvent): Chat {
  if (!operator) return chat
  const { id, name } = operator
  const isMeant = (person: { id: string }) => person.id === id
  if (![...chat.answeredBy, ...chat.invitations.map(({ to }) => to)].some(isMeant)) return chat
  const renamed = (person: { id: string; name: string }) => (isMeant(person) ? { ...person, name } : person)
  return {
    ...chat,
    operators: chat.operators.map(renamed),
    answeredBy: chat.answeredBy.map(renamed),
    invitations: chat.invitations.map((invitation) => ({ ...invitation, to: renamed(invitation.to) })),
  }
}
