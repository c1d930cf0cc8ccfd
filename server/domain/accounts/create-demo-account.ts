import type { Tx } from '../../database/client.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { channelAddress, createChannelSecret } from '../channels/channel-address.ts'
import { createPublicId } from '../channels/create-public-id.ts'
import { createPassword } from '../sessions/create-password.ts'
import { hashPassword } from '../sessions/passwords.ts'
import { tagKey } from '../tags/tag-fields.ts'
import { createAccount } from './create-account.ts'
import { nextNumber } from './next-number.ts'

/** Whom to sign in as after the first start; passwords are known only now. */
export interface DemoAccount {
  adminEmail: string
  /** Absent when ADMIN_PASSWORD names it. */
  adminPassword?: string
  operatorEmail: string
  operatorPassword: string
  channelAddress: string
}

/** The second is for an admin who is called like the first. */
const OPERATOR_EMAILS = ['operator@example.com', 'operator-2@example.com'] as const
/** Where the README's example client listens. */
const CLIENT_URL = 'http://127.0.0.1:4010/'
/** What a shop is asked about. */
const TAGS = [
  { name: 'Order', color: 'BLUE', description: 'Where it is, or what is in it.' },
  { name: 'Return', color: 'ORANGE', description: 'Sending something back, and getting the money.' },
  { name: 'Complaint', color: 'RED', description: 'Somebody is not satisfied.' },
] as const
/** Any number; processes that start at once on an empty database take turns by it. */
const LOCK = 71_402_211

/**
 * Makes an account to try things with, when there is no account at all: an admin (ADMIN_EMAIL, ADMIN_PASSWORD), an
 * operator, a department, canned replies, a chat channel and a widget for the page at /demo. Returns null when accounts exist.
 */
export async function createDemoAccount({ db, env }: Services): Promise<DemoAccount | null> {
  if ((await db.account.count()) > 0) return null
  const adminEmail = env.admin.email?.toLowerCase() ?? 'admin@example.com'
  const operatorEmail = OPERATOR_EMAILS[adminEmail === OPERATOR_EMAILS[0] ? 1 : 0]
  const adminPassword = env.admin.password ?? createPassword()
  const operatorPassword = createPassword()
  const [adminHash, operatorHash] = await Promise.all([
    hashPassword(adminPassword),
    hashPassword(operatorPassword),
  ])
  const secret = createChannelSecret(env)
  const channel = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(${LOCK})) AS taken`
    if ((await tx.account.count()) > 0) return null
    return fill(tx, { adminEmail, adminHash, operatorEmail, operatorHash, secret })
  })
  if (!channel) return null
  return {
    adminEmail,
    ...(env.admin.password === undefined && { adminPassword }),
    operatorEmail,
    operatorPassword,
    channelAddress: channelAddress(env, channel, secret) ?? '',
  }
}

interface Content {
  adminEmail: string
  adminHash: string
  operatorEmail: string
  operatorHash: string
  secret: ReturnType<typeof createChannelSecret>
}

async function fill(tx: Tx, content: Content): Promise<Channel> {
  const { adminEmail, adminHash, operatorEmail, operatorHash, secret } = content
  const { account, admin } = await createAccount(tx, {
    name: 'Demo',
    admin: { name: 'Admin', email: adminEmail, passwordHash: adminHash },
  })
  const accountId = account.id
  const operator = await tx.user.create({
    data: {
      accountId,
      email: operatorEmail,
      name: 'Operator',
      role: 'OPERATOR',
      passwordHash: operatorHash,
    },
  })
  const everybody = { create: [{ userId: admin.id }, { userId: operator.id }] }
  await tx.department.create({
    data: {
      accountId,
      number: await nextNumber(tx, accountId, 'lastDepartmentNumber'),
      name: 'Support',
      members: everybody,
    },
  })
  await tx.cannedReply.createMany({
    data: [
      {
        accountId,
        title: 'Greeting',
        shortcut: 'hi',
        text: 'Hello {{visitor.name|there}}, this is {{operator.name}}. How can I help?',
      },
      {
        accountId,
        title: 'Ask for the order number',
        shortcut: 'order',
        text: 'Could you tell me the number of your order? It begins with # and is in the mail that we sent you.',
      },
      {
        accountId,
        title: 'Goodbye',
        shortcut: 'bye',
        text: 'You are welcome, {{visitor.name}}. Have a nice day!',
      },
    ],
  })
  await tx.savedView.create({
    data: {
      accountId,
      userId: admin.id,
      name: 'Waiting for an answer',
      sharing: 'ACCOUNT',
      filter: { unansweredMinutes: 0 },
      order: 'LONGEST_WAIT',
      pins: everybody,
    },
  })
  await tx.tag.createMany({
    data: TAGS.map((tag) => ({ ...tag, accountId, key: tagKey(tag.name) })),
  })
  await tx.channel.create({
    data: {
      accountId,
      kind: 'WIDGET',
      name: 'Demo website',
      publicId: createPublicId(),
      widget: {
        create: {
          launcherLabel: 'Questions?',
          quickQuestions: [
            'What can I try here?',
            'How do I add the chat to my website?',
            'Can I speak with a person?',
          ],
        },
      },
      operators: everybody,
    },
  })
  return tx.channel.create({
    data: {
      accountId,
      kind: 'CHAT_API',
      name: 'Demo channel',
      publicId: createPublicId(),
      chatApi: { create: { serverUrl: CLIENT_URL, ...secret } },
      operators: everybody,
    },
  })
}
