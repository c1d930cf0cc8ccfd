import { createPlural } from './plural.ts'

const plural = createPlural('en')

export const enInbox = {
  inbox: {
    chats: 'Chats',
    views: {
      waiting: 'Waiting',
      mine: 'Mine',
      bot: 'Bots',
      all: 'All',
      snoozed: 'Snoozed',
      closed: 'Closed',
    },
    search: 'Search chats',
    clearSearch: 'Clear search',
    anonymous: (number: number) => `Visitor ${number}`,
    unread: (count: number) => plural(count, { one: '# unread message', other: '# unread messages' }),
    isUnread: 'Unread',
    waitingSince: (when: string) => `Waiting ${when}`,
    draft: 'Draft:',
    saidBy: (name: string) => `${name}:`,
    typing: 'typing…',
    empty: {
      waiting: ['Nobody is waiting', 'New chats appear here automatically.'],
      mine: ['You have no chats', 'Accept one under Waiting, and it stays here until it is closed.'],
      bot: ['No bot chats', 'Chats that a bot answers are listed here until they need a person.'],
      all: ['No open chats', 'Every open chat on your channels is listed here.'],
      snoozed: [
        'No snoozed chats',
        'A chat that you snooze comes back at the time you chose, or when the visitor writes.',
      ],
      closed: ['No closed chats yet', 'Chats are kept here after they end.'],
    },
    noResults: (text: string) => `No results for “${text}”`,
    noResultsHint: 'You can search for names, e-mail addresses, phone numbers, IDs and chat numbers.',
    askDesktop: 'Get a desktop notification for new chats?',
    askDesktopYes: 'Turn on',
    askDesktopNo: 'Not now',
    heldBy: (bot: string) => `Answered by ${bot}`,
    answeredBy: (names: string) => `Answered by ${names}`,
    leftAlone: 'Left alone',
    handedTo: (department: string) => `Handed to ${department}`,
    failed: (count: number) =>
      plural(count, { one: '# message not delivered', other: '# messages not delivered' }),
    noChannel: {
      operator: [
        'You are not assigned to a channel yet',
        'Ask an admin to add you to one. Its chats will then appear here.',
      ],
      admin: ['No channels yet', 'Visitors write to you through a channel. Create your first one.'],
      create: 'Create a channel',
    },
    status: { BOT: 'Bot', QUEUED: 'Waiting', ACTIVE: 'Open', CLOSED: 'Closed' },
    attention: (count: number) => plural(count, { one: '# chat needs you', other: '# chats need you' }),
    unreadWaiting: (count: number) =>
      plural(count, { one: '# unread chat is waiting', other: '# unread chats are waiting' }),
    ownAttention: (count: number) =>
      plural(count, { one: '# of your chats needs you', other: '# of your chats need you' }),
    unreadOfOthers: (count: number) =>
      plural(count, { one: '# other chat is marked as unread', other: '# other chats are marked as unread' }),
  },
  leftChats: {
    text: (count: number) =>
      plural(count, {
        one: 'While you were gone, a chat of yours went back to Waiting',
        other: 'While you were gone, # chats of yours went back to Waiting',
      }),
    dismiss: 'Understood',
  },
  offers: {
    heading: 'Offered to you',
    attention: (count: number) =>
      plural(count, { one: '# chat is offered to you', other: '# chats are offered to you' }),
    says: {
      TRANSFER: (name: string) => `${name} wants to hand this chat to you`,
      JOIN: (name: string) => `${name} invited you to join this chat`,
      OFFER: () => 'This chat is waiting for you',
    },
    accept: 'Accept',
    decline: 'Decline',
    left: (seconds: number) => plural(seconds, { one: '# second left', other: '# seconds left' }),
  },
}
