import { createPlural } from './plural.ts'

const plural = createPlural('en')

/** The page for developers: webhook endpoints, safe URLs, secrets. */
export const enDevelopers = {
  title: 'Integration settings for developers',
  intro: 'Your CRM and other systems get events about chats and calls, and operators see their answers.',
  endpoints: 'Webhook endpoints',
  endpointsIntro: 'Events are signed and posted to these addresses.',
  create: 'New endpoint',
  empty: 'No endpoints yet',
  emptyHint: 'Paste the address of your CRM, choose its events, and send a test.',
  back: 'Integration settings',
  missing: 'This endpoint does not exist any more.',
  tabs: { overview: 'Overview', settings: 'Settings', log: 'Log' },
  states: {
    on: 'On',
    off: 'Switched off',
    disabled: 'Switched off automatically',
    failing: 'Failing',
  },
  eventCount: (count: number) => plural(count, { one: '# event', other: '# events' }),
  allChannels: 'all channels',
  channelCount: (count: number) =>
    plural(count, { zero: 'no channels', one: '# channel', other: '# channels' }),
  name: 'Name',
  nameHint: 'Operators see it above the answers of the endpoint.',
  url: 'Address',
  urlHint: 'Events are posted here as JSON.',
  events: 'Events',
  extras: 'Extras',
  extrasHint:
    'Many receivers reject events whose names they do not know. Leave these off unless yours knows them.',
  eventHints: {
    CHAT_ACCEPTED: 'An operator took a chat. The answer is shown to the operators.',
    CHAT_UPDATED: 'The data of the visitor changed. The answer is shown, too.',
    CHAT_ASSIGNED: 'An operator bound a chat to the CRM card of an answer.',
    CHAT_FINISHED: 'A chat was closed. The event contains all of its messages.',
    CALL_EVENT: 'A call came in or changed its status.',
    OFFLINE_MESSAGE: 'A visitor left a message.',
    CLIENT_UPDATED: 'The same as chat_updated, under another name.',
    MESSAGE_CREATED: 'A message was written.',
    CHAT_RATED: 'A visitor rated a chat.',
    CHAT_TAGGED: 'The tags of a chat changed.',
  },
  channels: 'Channels',
  everyChannel: 'All channels, including those that are created later',
  someChannels: 'Only these',
  enabled: 'The endpoint gets events',
  extraFields: 'Send tags with every event',
  extraFieldsHint:
    'Adds the field tags to the events of chats. Leave it off if your system rejects fields that it does not know.',
  enabledHint:
    'If you switch it off, pending events are dropped, and events in the meantime are not sent later.',
  createAction: 'Create endpoint',
  created: 'Endpoint created',
  disabled: {
    GONE: 'It answered 410 Gone, which means that it does not want any more events.',
    FAILING: 'All deliveries failed for five days.',
    when: (when: string) => `This endpoint was switched off automatically on ${when}.`,
    lost: 'Pending events were dropped. Events that happen while it is off are not sent later.',
    action: 'Switch it on again',
    done: 'The endpoint gets events again',
  },
  failing: (when: string) =>
    `Its events have failed since ${when}. After five days without a success, it is switched off. The log shows its answers.`,
  secret: 'Signing secret',
  secretIntro:
    'Every request is signed in the header webhook-signature, as Standard Webhooks specifies. Verify it with one of their libraries and this secret.',
  showSecret: 'Show the secret',
  hideSecret: 'Hide',
  secretLost:
    'The secret cannot be read, because it was encrypted with another SECRET_KEY. Nothing is sent until you rotate it.',
  newest: 'Secret',
  older: 'Secret before the rotation',
  rotate: 'Rotate the secret',
  rotateTitle: 'Rotate the secret?',
  rotateBody:
    'Requests are signed with a new secret and, until you end it, also with the current one. A secret from an earlier rotation stops working now.',
  rotated: 'Secret rotated',
  rotatedAt: (when: string) => `Rotated ${when}.`,
  oldStillSigns: 'Requests are also still signed with the old secret.',
  endOld: 'End the old secret',
  endOldTitle: 'End the old secret?',
  endOldBody:
    'Requests are signed with the new secret only. A receiver that still verifies with the old one will reject them.',
  ended: 'Old secret ended',
  test: 'Test',
  testIntro:
    'Sends a sample about chat 0, once, even while the endpoint is switched off. Operators do not see the answer.',
  testEvent: 'Event',
  testAction: 'Send a test event',
  testRequest: 'Request',
  testBody: 'Body',
  testTitle: (event: string) => `${event} (test)`,
  testLogged: 'It is in the log, too.',
  delete: 'Delete endpoint',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteBody: 'It gets no more events, pending ones are dropped, and operators no longer see its answers.',
  deleted: 'Endpoint deleted',
  log: {
    event: 'Event',
    anyEvent: 'All events',
    empty: 'Nothing has been sent to this endpoint yet.',
    emptyHint: 'Every event is listed here with its attempts. Send a test to see how your CRM answers.',
    emptyFiltered: 'No events of this kind.',
    resendFailed: 'Send failed events again',
    resendTitle: 'Send failed events again?',
    resendBody:
      'Every event since then that failed or is waiting for a retry is sent once more, in the order of each chat, with the same id and body.',
    since: 'Since',
    resent: (count: number) =>
      plural(count, {
        zero: 'Nothing has failed since then.',
        one: '# event is being sent again.',
        other: '# events are being sent again.',
      }),
    resentMost: (count: number) =>
      plural(count, { other: 'The oldest # events are being sent again. Repeat this for the others.' }),
    hint: 'Events are kept for 30 days.',
  },
  safe: {
    title: 'Safe URLs',
    intro:
      'Links in answers are shown to operators only if they lead to one of these hosts or a subdomain of one. Without any, all links are removed.',
    label: 'Hosts, one per line',
    placeholder: 'crm.example.com',
    empty: 'The list is empty: operators see no links.',
  },
  identity: {
    title: 'Identity secret',
    intro:
      'With a secret, the token that your page gives to setUserToken must be a JWT (HS256) that is signed with it and has the claim id. Without one, any token is accepted.',
    set: 'A secret is set. It cannot be shown.',
    unset: 'No secret is set.',
    label: 'New secret',
    hint: 'At least 16 characters. It is stored encrypted.',
    save: 'Set the secret',
    saved: 'Identity secret set',
    remove: 'Remove the secret',
    removeTitle: 'Remove the identity secret?',
    removeBody: 'Any user token is accepted from then on, even a forged one.',
    removed: 'Identity secret removed',
  },
  chatLogs: {
    title: 'Chat logs by e-mail',
    intro: 'These addresses get the log of every chat that is closed from now on.',
    label: 'E-mail addresses, one per line',
    noMail: 'No mail server is configured: e-mails are kept and can be read here, but are not sent.',
  },
}
