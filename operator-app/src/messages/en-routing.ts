import type { Channel } from '../graphql/channels.ts'
import { limits } from '../limits.ts'
import { createPlural } from './plural.ts'

const plural = createPlural('en')

type Routing = Channel['routing']

/** Who is offered which chat. */
export const enRouting = {
  intro:
    'Who is offered a waiting chat. Everybody who sees a channel sees its chats in any case, and can take them.',
  channels: 'Channels',
  noChannels: 'There is no channel yet.',
  routingOf: (channel: string) => `Routing of ${channel}`,
  ways: {
    EVERYONE: 'Tell everyone',
    LEAST_BUSY: 'Offer to the least busy',
    ROUND_ROBIN: 'Offer in turn',
    ASSIGN: 'Assign to the least busy',
  } satisfies Record<Routing, string>,
  hints: {
    EVERYONE: 'Whoever is first takes the chat.',
    LEAST_BUSY: 'The operator with the fewest chats is asked first, then the next.',
    ROUND_ROBIN: 'The operators are asked in turn, then the next.',
    ASSIGN: 'The operator with the fewest chats has it at once, without being asked.',
  } satisfies Record<Routing, string>,
  secondsOf: (channel: string) => `Seconds to answer an offer of ${channel}`,
  seconds: 'seconds to answer',
  badSeconds: `Enter ${limits.shortestOfferSeconds} to ${limits.longestOfferSeconds} seconds.`,
  limits: 'Chats at once',
  limitsIntro:
    'Somebody who has this many chats is offered no more until one of them is closed, left or snoozed. They can still take chats themselves.',
  limitOf: (name: string) => `Chats at once for ${name}`,
  noLimit: 'No limit',
  chats: (count: number | null) => plural(count ?? 2, { one: 'chat', other: 'chats' }),
  badLimit: `Enter 1 to ${limits.maxChats} chats, or nothing.`,
}
