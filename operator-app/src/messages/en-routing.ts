import type { Channel } from '../graphql/channels.ts'
import type { RoutingTrial } from '../graphql/routing-settings.ts'
import { limits } from '../limits.ts'
import { enRoutingRules } from './en-routing-rules.ts'
import { createPlural } from './plural.ts'

const plural = createPlural('en')

type Routing = Channel['routing']
type Verdict = RoutingTrial['operators'][number]['verdict']

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
    ROUND_ROBIN: 'The operators are asked one after the other.',
    ASSIGN: 'The operator with the fewest chats gets it at once, without being asked.',
  } satisfies Record<Routing, string>,
  secondsOf: (channel: string) => `Seconds to answer an offer of ${channel}`,
  seconds: 'seconds to answer',
  badSeconds: `Enter ${limits.shortestOfferSeconds} to ${limits.longestOfferSeconds} seconds.`,
  rules: enRoutingRules,
  waiting: {
    title: 'While a chat waits',
    returnDays: 'Back to the same operator',
    returnDaysHint:
      'A visitor who comes back within this many days is first offered to the operator of their last chat, unless a rule names somebody.',
    returnDaysLabel: 'Days within which visitors go back to the same operator',
    days: 'days',
    notTaken: 'Tell the admins when nobody takes a chat',
    notTakenHint: 'Within the business hours, once for each chat. The chat goes on waiting.',
    notTakenLabel: 'Minutes until the admins are told of a chat that nobody takes',
    minutes: 'minutes',
    never: 'Never',
    badDays: `Enter 1 to ${limits.returnDays} days, or nothing.`,
    badMinutes: `Enter 1 to ${limits.notTakenMinutes} minutes, or nothing.`,
  },
  targets: {
    title: 'Targets',
    intro:
      'How soon chats should be answered and closed, in minutes within the business hours, from when they begin to wait. A chat has the target of its department, or else of its channel, or else the one for all other chats. In the list, a ring fills as the time passes, and chats whose time is nearly over come first.',
    account: 'All other chats',
    channel: (name: string) => `Channel ${name}`,
    department: (name: string) => `Department ${name}`,
    labels: {
      firstReplyMinutes: (place: string) => `Minutes until the first reply: ${place}`,
      closingMinutes: (place: string) => `Minutes until it is closed: ${place}`,
    },
    units: { firstReplyMinutes: 'min to the first reply', closingMinutes: 'min to the end' },
    any: 'None',
    add: 'Add a channel or department',
    bad: `Enter 1 to ${limits.targetMinutes} minutes, or nothing.`,
  },
  trial: {
    title: 'Try it',
    intro: 'Describe a visitor to see which rule fits and whom they would get now. This changes nothing.',
    country: 'Country (two letters)',
    language: 'Language of the browser',
    lastOperator: 'Previously answered by',
    at: 'When',
    atHint: 'In your time zone. If it is empty, the current time.',
    customDataHint: 'One per line: plan = pro',
    tags: 'Tags of the chat',
    nobody: 'Nobody',
    run: 'Try',
    noRule: 'No rule fits.',
    fits: (rule: string) => `The rule “${rule}” fits.`,
    department: (name: string) => `The chat goes to ${name}.`,
    priority: (name: string) => `Priority: ${name}.`,
    closed: 'It is outside the business hours.',
    everyone: 'Everyone is told.',
    nobodyOnChannel: 'Nobody answers this channel.',
    told: 'is told',
    verdicts: {
      NEXT: 'gets it first',
      LATER: 'is asked later',
      OFFLINE: 'is offline',
      AWAY: 'is away',
      FULL: 'has no room for another chat',
      OTHER_DEPARTMENT: 'is asked if nobody in the department takes it',
    } satisfies Record<Verdict, string>,
  },
  limits: 'Chats at once',
  limitsIntro:
    'Somebody who has this many chats is offered no more until one of them is closed, left or snoozed. They can still take chats themselves.',
  limitOf: (name: string) => `Chats at once for ${name}`,
  noLimit: 'No limit',
  chats: (count: number | null) => plural(count ?? 2, { one: 'chat', other: 'chats' }),
  badLimit: `Enter 1 to ${limits.maxChats} chats, or nothing.`,
}
