import { createPlural } from './plural.ts'

const plural = createPlural('en')

export const enVisitorsOnSite = {
  title: 'Visitors on the site',
  intro: 'Who has one of your websites open right now.',
  count: (count: number) => plural(count, { one: '# person', other: '# people' }),
  empty: 'Nobody is on your websites right now',
  emptyHint: 'Whoever opens a page with your widget appears here immediately.',
  emptyLink: 'Where the widget’s script tag is',
  more: 'Show more',
  columns: {
    visitor: 'Visitor',
    page: 'Page',
    since: 'On the site',
    country: 'Country',
    visits: 'Visits',
    action: 'Action',
  },
  pages: (count: number) => plural(count, { one: '# page', other: '# pages' }),
  visits: (count: number) => plural(count, { one: '# visit', other: '# visits' }),
  unknownPage: 'Unknown page',
  unknownCountry: 'Unknown',
  invite: 'Invite',
  inviteName: (name: string) => `Invite ${name}`,
  invited: 'Invited',
  openChat: 'Open chat',
  openChatWith: (name: string) => `Open chat with ${name}`,
  inviteTitle: (name: string) => `Invite ${name} to a chat`,
  inviteHint: 'They see your text next to the chat button. When they write, the chat is yours.',
  text: 'Text',
  textDefault: 'Hello! Can I help you?',
  department: 'Department',
  noDepartment: 'No department',
  send: 'Send invitation',
  sent: (name: string) => `${name} was invited`,
  reconnecting: 'Not connected: this may be out of date.',
}
