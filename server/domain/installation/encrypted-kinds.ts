import { Prisma } from '../../generated/prisma/client.ts'

/** One kind of value that is encrypted with SECRET_KEY in the database. */
export interface EncryptedKind {
  table: Prisma.ModelName
  /** The column that is the table's primary key. */
  key: string
  columns: readonly string[]
  /** The rows of `"table" AS kept` that are still in use. */
  where: Prisma.Sql
  one: string
  many: string
  /** What an admin does about it when the key is lost, and what happens until then. */
  remedy: string
}

const notDeleted = Prisma.sql`kept."deletedAt" IS NULL`

/** Everything that is encrypted, one entry for each kind, in the order of the report. */
export const encryptedKinds: readonly EncryptedKind[] = [
  {
    table: 'ChatApiSettings',
    key: 'channelId',
    columns: ['secretEncrypted'],
    where: Prisma.sql`EXISTS (
      SELECT 1 FROM "Channel" channel WHERE channel.id = kept."channelId" AND channel."deletedAt" IS NULL)`,
    one: 'chat channel',
    many: 'chat channels',
    remedy: 'The address still works, but to see one again, rotate the secret (Settings → Channels).',
  },
  {
    table: 'Bot',
    key: 'id',
    columns: ['tokenEncrypted'],
    where: notDeleted,
    one: 'bot',
    many: 'bots',
    remedy: 'Enter the token again (Settings → Bots). Until then, operators get the chats.',
  },
  {
    table: 'BotProvider',
    key: 'id',
    columns: ['clientSecretEncrypted'],
    where: notDeleted,
    one: 'client secret of a bot provider',
    many: 'client secrets of bot providers',
    remedy: 'Enter it again (Settings → Bot providers). Until then, operators get the chats.',
  },
  {
    table: 'BotAccessToken',
    key: 'id',
    columns: ['tokenEncrypted'],
    where: Prisma.sql`kept."expiresAt" > now()`,
    one: 'access token of a bot provider',
    many: 'access tokens of bot providers',
    remedy: 'Nothing needs to be done: a new one is fetched.',
  },
  {
    table: 'WebhookEndpoint',
    key: 'id',
    columns: ['secretEncrypted', 'oldSecretEncrypted'],
    where: notDeleted,
    one: 'webhook endpoint',
    many: 'webhook endpoints',
    remedy:
      'Rotate the secret and give the new one to the receiver (Settings → Developers). Until then, nothing is sent.',
  },
  {
    table: 'CallSettings',
    key: 'accountId',
    columns: ['secretEncrypted', 'oldSecretEncrypted'],
    where: Prisma.sql`true`,
    one: 'secret for call orders',
    many: 'secrets for call orders',
    remedy:
      'Create a new one and give it to the telephone system (Settings → Calls). Until then, calls through it fail.',
  },
  {
    table: 'Account',
    key: 'id',
    columns: ['identitySecretEncrypted'],
    where: Prisma.sql`true`,
    one: 'identity secret',
    many: 'identity secrets',
    remedy: 'Enter it again (Settings → Developers). Until then, every user token of the widget is refused.',
  },
  {
    table: 'Mail',
    key: 'id',
    columns: ['linkEncrypted'],
    where: Prisma.sql`(kept."expiresAt" IS NULL OR kept."expiresAt" > now())`,
    one: 'unsent e-mail with a link',
    many: 'unsent e-mails with a link',
    remedy: 'It cannot be sent. Invite the operator again, or ask for another link.',
  },
  {
    table: 'VapidKeys',
    key: 'id',
    columns: ['privateKeyEncrypted'],
    where: Prisma.sql`true`,
    one: 'key for push notifications',
    many: 'keys for push notifications',
    remedy: 'A new one is created automatically. Everybody has to turn push notifications on again.',
  },
  {
    table: 'PushSubscription',
    key: 'id',
    columns: ['authEncrypted'],
    where: Prisma.sql`true`,
    one: 'browser with push notifications',
    many: 'browsers with push notifications',
    remedy: 'Push notifications have to be turned on again in them (Settings → Notifications).',
  },
]
