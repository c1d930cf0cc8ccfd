import { createPlural } from './plural.ts'

const plural = createPlural('en')

/** What tells somebody of what. */
export const enNotificationSettings = {
  intro: 'Choose what you are told about, and how. This applies wherever you are signed in.',
  what: 'Tell me about',
  kinds: {
    OFFER: 'Offers',
    MESSAGE: 'Messages in my chats',
    MENTION: 'Mentions',
    FAILED_DELIVERY: 'Failed deliveries',
    TARGET_NEAR: 'Targets that are near',
    TARGET_MISSED: 'Missed targets',
    WAITING_CHAT: 'Waiting chats',
    CHANNEL_MESSAGE: 'All chats of my channels',
  },
  kindHints: {
    OFFER: 'A chat or a call is offered or given to you.',
    MESSAGE: 'Also when a snoozed one comes back, or, while the app is open, when a colleague takes one.',
    MENTION: 'A colleague mentions you in a note.',
    FAILED_DELIVERY: 'What you wrote, or what was written in a chat that you answer or answered.',
    TARGET_NEAR:
      'The time for a first reply, to a waiting visitor too, or for a chat of yours is nearly over.',
    TARGET_MISSED: 'It is over. Admins hear of every chat.',
    WAITING_CHAT:
      'A chat waits for whoever takes it first, and you may have one more. Admins also hear of one that nobody takes.',
    CHANNEL_MESSAGE: 'Every message of a visitor, whoever answers.',
  },
  ways: { SOUND: 'Sound', DESKTOP: 'Desktop', PUSH: 'Push', MAIL: 'Mail' },
  cell: (kind: string, way: string) => `${kind}: ${way}`,
  sound: 'Sound',
  sounds: { CHIME: 'Chime', BELL: 'Bell', MARIMBA: 'Marimba', PULSE: 'Pulse' },
  watched: 'Tell me about the chats of',
  everyChannel: 'All my channels',
  someChannels: 'Only these channels',
  mail: 'Mail me what I have not seen',
  mailHint: 'One mail with everything that you have not seen by then. In quiet hours it waits for their end.',
  mailOff: 'Never',
  mailAfter: (minutes: number) =>
    minutes < 60
      ? plural(minutes, { one: 'After # minute', other: 'After # minutes' })
      : plural(minutes / 60, { one: 'After # hour', other: 'After # hours' }),
  mailShowsText: 'Names and texts in mails',
  mailShowsTextHint: 'Without them, a mail says only what happened. Mails are not encrypted.',
  quiet: 'Quiet hours',
  quietHint: 'No sound, no notification and no mail during these hours, every day.',
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
  byMail: 'By mail',
  weeklyReport: 'Weekly report',
  weeklyReportHint: 'The figures of last week beside those of the week before, every Monday morning.',
  weeklyReportNoServer: 'No mail server is configured, so it is not sent.',
  test: 'Try it',
  testSound: 'Play the sound',
  testDesktop: 'Show a notification',
  testTitle: 'This is a test',
  testBody: 'Desktop notifications look like this.',
}
