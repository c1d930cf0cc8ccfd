import { createPlural } from './plural.ts'

const plural = createPlural('en')

export const enTeam = {
  title: 'Team',
  intro: 'Who is there, and how busy they are.',
  count: (shown: number, total: number) =>
    shown < total ? `${shown} of ${total} people` : plural(total, { one: '# person', other: '# people' }),
  refused: 'Only supervisors and admins see the team',
  refusedHint: 'An admin can make you a supervisor.',
  empty: 'Nobody is in your team yet',
  emptyHint:
    'You see the members of your departments and the operators of your channels. An admin can add you to them.',
  columns: {
    person: 'Person',
    presence: 'Now',
    chats: 'Chats',
    wait: 'Longest wait',
    offers: 'Offers',
    answered: 'Answered today',
    reply: 'First reply',
    action: 'Action',
  },
  replyHint: 'The median of their first replies today.',
  none: '–',
  since: (state: string, since: string) => `${state} for ${since}`,
  showChats: (name: string, count: number) =>
    plural(count, { one: `Show the chat of ${name}`, other: `Show the # chats of ${name}` }),
  actionsFor: (name: string) => `Actions for ${name}`,
  setAway: 'Set as away',
  setAwayWith: (reason: string) => `Set as away: ${reason}`,
  isAway: (name: string) => `${name} is away now`,
  more: 'Show more',
  reconnecting: 'Not connected: this may be out of date.',
  joinSilently: 'Join silently',
  leaveSilently: 'Leave silently',
  joined: 'You are in the chat silently',
  left: 'You left the chat',
  silent: 'You are here silently: operators see it, the visitor does not. Write a note to help.',
  silently: (names: string) => `${names} (silently)`,
}
