import { createPlural } from './plural.ts'

const plural = createPlural('en')

export const enChannels = {
  intro: 'How visitors reach you: from your website, or from your own app over HTTP.',
  create: 'New channel',
  kind: 'Kind',
  kinds: { CHAT_API: 'Chat API', WIDGET: 'Website widget' },
  kindHints: {
    CHAT_API: 'An address for your own app. What it posts there appears in the inbox.',
    WIDGET: 'A chat on your website, with one script tag.',
  },
  empty: 'No channels yet',
  emptyHint: 'With a channel, messages from your website or your own app appear in the inbox.',
  emptyOperator: 'You are not assigned to a channel. An admin can change that.',
  name: 'Name',
  nameHint: 'Shown in the inbox.',
  serverUrl: 'Client server URL',
  serverUrlHint: 'Replies are posted to this address, followed by the channel’s ID.',
  chunked: 'Chunked transfer encoding',
  chunkedHint: 'Send requests in chunks instead of with a Content-Length header.',
  acceptsAny2xx: 'Any 2xx counts as delivered',
  acceptsAny2xxHint:
    'For a server that does not answer {"result":"ok"}. An answer with {"error":…} still counts as rejected.',
  operators: 'Operators',
  operatorsHint: 'Who receives the chats of this channel.',
  mediaHosts: {
    title: 'Pictures',
    intro:
      'Pictures, stickers and videos can be on any server, which learns the IP address of everybody who views them. Those from the hosts listed here are shown to operators immediately, all others only when they ask for them.',
    label: 'Hosts that are shown without asking',
    hint: 'One per line, for example files.example.com.',
    action: 'Update the hosts',
  },
  noOperators: 'Nobody receives the chats of this channel.',
  createAction: 'Create channel',
  paused: 'Paused',
  active: 'Active',
  operatorCount: (count: number) => plural(count, { one: '# operator', other: '# operators' }),
  created: 'Channel created',
  tabs: {
    setup: 'Connect',
    settings: 'Settings',
    automatic: 'Automatic',
    triggers: 'Triggers',
    log: 'Delivery log',
  },
  log: {
    empty: 'Nothing has been sent through this channel yet.',
    emptyHint: 'Every reply to a visitor is listed here, with the answer of your server.',
    emptyFiltered: 'No deliveries in this state.',
  },
  address: 'Address',
  addressHint: 'Anyone who knows it can write as a visitor. Treat it like a password.',
  addressHidden: 'Only admins can see it.',
  addressLost:
    'The address cannot be shown, because it was encrypted with another SECRET_KEY. It still works. To see an address again, rotate the secret.',
  publicId: 'SVC_PUBLIC_ID',
  rotateSecret: 'Rotate secret',
  rotateSecretTitle: 'Rotate the secret in the address?',
  rotateSecretBody: 'The current address stops working immediately. Your app needs the new one.',
  rotatePublicId: 'Change public ID',
  rotatePublicIdTitle: 'Change the SVC_PUBLIC_ID?',
  rotatePublicIdBody:
    'The current address stops working immediately, and replies go to your server under the new ID.',
  rotated: 'The new address is active.',
  examples: 'Examples to copy',
  exampleLanguage: 'Language of the examples',
  statusExample: 'Check whether operators are available',
  sendExample: 'Send a visitor’s message',
  serverExample: 'Receive the replies',
  serverExampleHint: (url: string) => `A complete client server for Node. Replies arrive at ${url}`,
  pause: 'Pause',
  resume: 'Resume',
  delete: 'Delete channel',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  danger: {
    CHAT_API: {
      pause: 'A paused channel reports that nobody is available and accepts no messages.',
      delete: 'Its address will return 404. Its chats are kept under Closed.',
      openChats: (count: number) =>
        plural(count, {
          zero: 'It has no open chats.',
          one: 'It has # open chat, which will be closed. The visitor is not told: their next message gets a 404. Replies that are being sent still reach them.',
          other:
            'It has # open chats, which will be closed. The visitors are not told: their next message gets a 404. Replies that are being sent still reach them.',
        }),
    },
    WIDGET: {
      pause: 'A paused widget shows visitors that nobody is available, and accepts no messages.',
      delete: 'It disappears from the websites that include it. Its chats are kept under Closed.',
      openChats: (count: number) =>
        plural(count, {
          zero: 'It has no open chats.',
          one: 'It has # open chat, which will be closed. The visitor cannot write any more.',
          other: 'It has # open chats, which will be closed. The visitors cannot write any more.',
        }),
    },
  },
  deleteType: (name: string) => `Type ${name} to confirm`,
  deleted: 'Channel deleted',
  missing: 'This channel does not exist, or you do not have access to it.',
  back: 'All channels',
}
