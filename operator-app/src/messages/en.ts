import { enArchive } from './en-archive.ts'
import { enCalls } from './en-calls.ts'
import { enCannedReplies } from './en-canned-replies.ts'
import { enCommands } from './en-commands.ts'
import { enConversation } from './en-conversation.ts'
import { enCrm } from './en-crm.ts'
import { enEmoji } from './en-emoji.ts'
import { enFirstSteps } from './en-first-steps.ts'
import { enInbox } from './en-inbox.ts'
import { enMessageMenu } from './en-message-menu.ts'
import { enMentions, enNotes } from './en-notes.ts'
import { enNotifications } from './en-notifications.ts'
import { enOffline } from './en-offline.ts'
import { enPriority } from './en-priority.ts'
import { enSeveral } from './en-several.ts'
import { enSignIn } from './en-sign-in.ts'
import { enSnooze } from './en-snooze.ts'
import { enTags } from './en-tags.ts'
import { enTeam } from './en-team.ts'
import { enUrgency } from './en-urgency.ts'
import { enViews } from './en-views.ts'
import { enVisitor } from './en-visitor.ts'
import { enVisitorsOnSite } from './en-visitors-on-site.ts'
import { createPlural } from './plural.ts'

const plural = createPlural('en')

/** The app's texts in English, whose type those of all other languages have; the settings have more (en-settings.ts). */
export const en = {
  product: 'Switchboard',
  common: {
    cancel: 'Cancel',
    save: 'Save',
    close: 'Close',
    back: 'Back',
    retry: 'Try again',
    reload: 'Reload the page',
    copy: 'Copy',
    copied: 'Copied',
    cannotCopy: 'The browser does not let this page copy. Select the text and copy it yourself.',
    optional: 'optional',
    loading: 'Loading…',
    confirm: 'Confirm',
    unsent: 'What you were writing was not sent',
    discard: 'Discard it',
    unsaved: 'What you have entered is not saved.',
    keepEditing: 'Keep editing',
    somebody: 'Somebody',
    show: 'Show',
    skip: 'Skip to the conversation',
    adminOnly: 'Only an admin can change this.',
    /** Below a list that shows only the first choices. */
    moreChoices: (count: number) =>
      plural(count, { one: '# more: type to narrow the list', other: '# more: type to narrow the list' }),
  },
  checkList: {
    filter: 'Filter',
    filterOf: (list: string) => `Filter: ${list}`,
    none: 'Nothing found',
    found: (count: number) => plural(count, { one: '# found', other: '# found' }),
  },
  errors: {
    unreachable: 'The server cannot be reached.',
    unexpected: 'Something went wrong. Try again.',
    loadFailed: 'This could not be loaded.',
    loadFailedHint: 'The server cannot be reached, or something went wrong there.',
    createdBefore:
      'This was created when you first saved it, with what you had entered then. Look for it in the list, or save again to create another one.',
    partMissing:
      'This part of the app could not be loaded: the server cannot be reached, or was upgraded since the page was opened.',
    notFound: 'Page not found',
    notFoundHint: 'The address may be mistyped, or the page no longer exists.',
    noReports: 'Only supervisors and admins see the reports',
    toInbox: 'Go to the inbox',
  },
  connection: {
    offline: 'You are offline. Messages are sent in order when you are back online.',
    reconnecting: 'Reconnecting…',
    back: 'Back online',
  },
  away: {
    text: (reason: string | null) =>
      `You are away${reason === null ? '' : ` (${reason})`}. Visitors and colleagues see that you are not available.`,
    setBy: (who: string, reason: string | null) =>
      `${who} set you as away${reason === null ? '.' : ` (${reason}).`}`,
    back: 'I am back',
  },
  nav: {
    main: 'Main',
    inbox: 'Inbox',
    archive: 'Archive',
    visitors: 'Visitors on the site',
    visitorsShort: 'Visitors',
    reports: 'Reports',
    settings: 'Settings',
    more: 'More',
    commands: 'Commands',
    shortcuts: 'Keyboard shortcuts',
    account: 'Your account',
    available: 'Available',
    away: 'Away',
    setAvailable: 'Set yourself as available',
    setAway: 'Set yourself as away',
    awayFor: (reason: string) => `Set yourself as away: ${reason}`,
    profile: 'Profile and preferences',
    signOut: 'Sign out',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  roles: { ADMIN: 'Admin', SUPERVISOR: 'Supervisor', OPERATOR: 'Operator' },
  toasts: 'What has just happened',
  presence: { ONLINE: 'Online', AWAY: 'Away', OFFLINE: 'Offline' },
  ...enSignIn,
  ...enInbox,
  views: enViews,
  cannedReplies: enCannedReplies,
  emoji: enEmoji,
  snooze: enSnooze,
  priority: enPriority,
  urgency: enUrgency,
  ...enConversation,
  tags: enTags,
  several: enSeveral,
  messageMenu: enMessageMenu,
  notes: enNotes,
  mentions: enMentions,
  visitor: enVisitor,
  crm: enCrm,
  archive: enArchive,
  visitorsOnSite: enVisitorsOnSite,
  team: enTeam,
  offline: enOffline,
  calls: enCalls,
  ...enCommands,
  notifications: enNotifications,
  firstSteps: enFirstSteps,
  settingsSections: {
    profile: 'Profile',
    notifications: 'Notifications',
    account: 'Account',
    people: 'People',
    departments: 'Departments',
    'canned-replies': 'Canned replies',
    channels: 'Channels',
    chats: 'Chats',
    hours: 'Hours',
    routing: 'Routing',
    tags: 'Tags',
    bots: 'Bots',
    'bot-providers': 'Bot providers',
    calls: 'Calls',
    developers: 'Developers',
    mail: 'Mail',
    retention: 'Retention',
    'audit-log': 'Audit log',
    installation: 'Installation',
  },
}
