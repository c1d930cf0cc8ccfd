import { limits } from '../limits.ts'
import { enAutomaticMessages } from './en-automatic-messages.ts'
import { enBots } from './en-bots.ts'
import { enCallSettings } from './en-call-settings.ts'
import { enChannels } from './en-channels.ts'
import { enDevelopers } from './en-developers.ts'
import { enHours } from './en-hours.ts'
import { enLog } from './en-log.ts'
import { enNotificationSettings } from './en-notification-settings.ts'
import { enProfile } from './en-profile.ts'
import { enRecords } from './en-records.ts'
import { enRouting } from './en-routing.ts'
import { enTagSettings } from './en-tags.ts'
import { enTriggers } from './en-triggers.ts'
import { enWidget } from './en-widget.ts'
import { createPlural } from './plural.ts'

const plural = createPlural('en')

export const enSettings = {
  groups: {
    you: 'You',
    team: 'Team',
    chats: 'Chats',
    integrations: 'Integrations',
    system: 'System',
  },
  backToInbox: 'Back to the inbox',
  adminOnlyHint: 'Settings › People shows who is an admin.',
  saved: 'Saved',
  unsaved: {
    title: 'Leave this page?',
    body: 'What you have not saved or copied will be lost.',
    leave: 'Leave',
  },
  openChats: {
    counting: 'Counting open chats…',
    unknown: 'The number of open chats could not be loaded.',
    department: (count: number) =>
      plural(count, {
        zero: 'It has no open chats.',
        one: 'It has # open chat, which continues without a department. Whoever is answering it keeps it.',
        other:
          'It has # open chats, which continue without a department. Whoever is answering them keeps them.',
      }),
    bot: (count: number) =>
      plural(count, {
        zero: 'It is not answering any chats right now.',
        one: 'It is answering # chat right now, which goes to Waiting. The visitor is not told.',
        other: 'It is answering # chats right now, which go to Waiting. The visitors are not told.',
      }),
    botProvider: (count: number) =>
      plural(count, {
        zero: 'Its bots are not answering any chats right now.',
        one: 'Its bots are answering # chat right now, which goes to Waiting. The visitor is not told.',
        other: 'Its bots are answering # chats right now, which go to Waiting. The visitors are not told.',
      }),
    operator: (count: number) =>
      plural(count, {
        zero: 'They are not in any open chats.',
        one: 'They are in # open chat. It goes back to Waiting unless another operator is in it. The visitor is not told.',
        other:
          'They are in # open chats. Those without another operator go back to Waiting. The visitors are not told.',
      }),
  },
  calls: enCallSettings,
  hours: enHours,
  automaticMessages: enAutomaticMessages,
  ...enRecords,
  profile: enProfile,
  notifications: enNotificationSettings,
  people: {
    intro: 'The people who answer visitors.',
    invite: 'Invite somebody',
    inviteTitle: 'Invite somebody',
    inviteIntro: 'You get a link to send to them. It works once, for this e-mail address.',
    email: 'E-mail',
    role: 'Role',
    inviteChannels: 'Channels that they answer',
    inviteChannelsHint:
      'Operators see only the chats of their channels. Supervisors also see those of everybody in their departments. Admins see all chats.',
    inviteDepartments: 'Departments',
    createLink: 'Create link',
    linkReady: (email: string) => `Send this link to ${email}:`,
    linkOnce: 'It is shown only once. If you lose it, revoke the invitation and create a new one.',
    pending: 'Open invitations',
    invitedBy: (name: string, when: string) => `Invited by ${name}, expires ${when}`,
    notValid: (name: string) => `No longer valid: ${name} is no longer an admin`,
    revoke: 'Revoke',
    remove: 'Remove',
    you: 'you',
    deactivated: 'Deactivated',
    showDeactivated: 'Show deactivated',
    deactivate: 'Deactivate',
    reactivate: 'Reactivate',
    make: { ADMIN: 'Make admin', SUPERVISOR: 'Make supervisor', OPERATOR: 'Make operator' },
    deactivateTitle: (name: string) => `Deactivate ${name}?`,
    deactivateBody:
      'They are signed out immediately, and their API tokens stop working. Their messages are kept.',
    actionsFor: (name: string) => `Actions for ${name}`,
    count: (count: number) => plural(count, { one: '# person', other: '# people' }),
  },
  departments: {
    intro: 'Groups of operators that a chat can be handed to.',
    create: 'New department',
    edit: 'Edit',
    editTitle: 'Edit department',
    name: 'Name',
    members: 'Members',
    empty: 'No departments yet',
    emptyHint: 'With a department, a chat can be handed to a group, and whoever is free takes it.',
    delete: 'Delete',
    deleteTitle: (name: string) => `Delete “${name}”?`,
    deleteBody: 'Chats can no longer be handed to it.',
  },
  routing: enRouting,
  account: {
    intro: 'What applies to the whole company.',
    name: 'Name',
    nameHint: 'Shown in invitations and other e-mails, and to your colleagues.',
    awayReasons: 'Reasons for being away',
    awayReasonsHint:
      'One per line, in the order of the menu. Operators choose from them when they set themselves as away.',
  },
  chats: {
    intro: 'What happens to the chats of all channels.',
    leftAlone: 'Return a chat to Waiting when its operators have been gone for',
    leftAloneHint:
      'It returns when its visitor writes while everybody who answers it is away or offline. They are told when they are back. With an empty field, chats are never returned.',
    minutes: 'minutes',
    never: 'Never',
    invalid: `Enter 1 to ${limits.leftAloneMinutes} minutes, or nothing.`,
  },
  channels: enChannels,
  tags: enTagSettings,
  log: enLog,
  ...enBots,
  widget: enWidget,
  triggers: enTriggers,
  developers: enDevelopers,
}
