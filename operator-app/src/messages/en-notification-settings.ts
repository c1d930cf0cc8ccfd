import { createPlural } from './plural.ts'

const plural = createPlural('en')

/** Which notifications somebody gets, and how. */
export const enNotificationSettings = {
  intro: 'Choose what you are told about, and how. This applies wherever you are signed in.',
  what: 'Tell me about',
  kinds: {
    OFFER: 'Offers',
    MESSAGE: 'Messages in my chats',
    MENTION: 'Mentions',
    FAILED_DELIVERY: 'Failed deliveries',
    TARGET_NEAR: 'Approaching targets',
    TARGET_MISSED: 'Missed targets',
    WAITING_CHAT: 'Waiting chats',
    CHANNEL_MESSAGE: 'All chats of my channels',
  },
  kindHints: {
    OFFER: 'A chat is offered or given to you, or a call on a channel that you are assigned to.',
    MESSAGE: 'Also when a snoozed chat comes back or, while the app is open, a colleague takes one of yours.',
    MENTION: 'A colleague mentions you in a note.',
    FAILED_DELIVERY: 'What you wrote, or what was written in one of your chats, did not arrive.',
    TARGET_NEAR:
      'The time to answer a visitor who waits on a channel that you are assigned to, or to answer or close one of your chats, is nearly over.',
    TARGET_MISSED: 'That time is over. Admins are told about every chat.',
    WAITING_CHAT:
      'A chat on a channel that you are assigned to is waiting for whoever takes it first, and you have room for it. Admins are also told about chats that nobody takes.',
    CHANNEL_MESSAGE: 'Every message from a visitor, whoever answers.',
  },
  ways: { SOUND: 'Sound', DESKTOP: 'Desktop', PUSH: 'Push', MAIL: 'E-mail' },
  cell: (kind: string, way: string) => `${kind}: ${way}`,
  sound: 'Sound',
  sounds: { CHIME: 'Chime', BELL: 'Bell', MARIMBA: 'Marimba', PULSE: 'Pulse' },
  watched: 'Tell me about the chats of',
  everyChannel: 'All my channels',
  someChannels: 'Only these channels',
  mail: 'E-mail me what I have not seen',
  mailHint:
    'One e-mail with everything that you have not seen by then. It is not sent before the end of quiet hours.',
  mailOff: 'Never',
  mailAfter: (minutes: number) =>
    minutes < 60
      ? plural(minutes, { one: 'After # minute', other: 'After # minutes' })
      : plural(minutes / 60, { one: 'After # hour', other: 'After # hours' }),
  mailShowsText: 'Names and texts in e-mails',
  mailShowsTextHint: 'Without them, an e-mail says only what happened. E-mails are not encrypted.',
  quiet: 'Quiet hours',
  quietHint: 'No sounds, notifications or e-mails during these hours, every day.',
  from: 'From',
  to: 'Until',
  timeZone: 'Time zone',
  browser: 'This browser',
  browserSound: 'Play sounds in this browser',
  desktop: 'Desktop notifications',
  desktopOn: 'On',
  desktopBlocked: 'Blocked in the browser settings for this site.',
  desktopUnsupported: 'Not supported by this browser.',
  pushShowsText: 'Names and texts in push notifications',
  pushShowsTextHint: 'Without them, a push notification says only what happened.',
  push: 'Push notifications',
  pushHint: 'They also come when the app is closed.',
  pushOn: 'Turn on',
  pushOff: 'Turn off',
  pushBlocked: 'Blocked in the browser settings for this site.',
  pushUnsupported:
    'Not supported by this browser. On an iPhone or iPad, add the app to the Home Screen first.',
  pushFailed: 'The push service of the browser does not answer. Try again later.',
  testPush: 'Send a push notification',
  testPushSent: 'It is on its way.',
  byMail: 'By e-mail',
  weeklyReport: 'Weekly report',
  weeklyReportHint: 'Last week’s figures next to those of the week before, every Monday morning.',
  weeklyReportNoServer: 'No mail server is configured, so it is not sent.',
  test: 'Try it',
  testSound: 'Play the sound',
  testDesktop: 'Show a notification',
  testTitle: 'This is a test',
  testBody: 'Desktop notifications look like this.',
}
