import type { Tx } from '../../../database/client.ts'
import type { Channel } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { channelAddress, createChannelSecret } from '../../channels/channel-address.ts'
import { createPassword } from '../../sessions/create-password.ts'
import { hashPassword } from '../../sessions/passwords.ts'
import { addDemoChannels } from './add-demo-channels.ts'
import { addDemoChat } from './add-demo-chat.ts'
import { addDemoPeople, type DemoLogins } from './add-demo-people.ts'
import { addDemoSettings } from './add-demo-settings.ts'
import { addDemoTools } from './add-demo-tools.ts'

/** Whom to sign in as after the first start; passwords are known only now. */
export interface DemoAccount {
  adminEmail: string
  /** Absent when ADMIN_PASSWORD names it. */
  adminPassword?: string
  operatorEmail: string
  operatorPassword: string
  /** They have the operator's password. */
  supervisorEmail: string
  channelAddress: string
}

/** Any number; processes that start at once on an empty database take turns by it. */
const LOCK = 71_402_211

/**
 * Makes an account to try things with, when there is no account at all: an admin (ADMIN_EMAIL, ADMIN_PASSWORD), an
 * operator and a supervisor, a chat channel and a widget for the page at /demo, and an example of what else they can have.
 * Returns null when accounts exist.
 */
export async function createDemoAccount({ db, env }: Services): Promise<DemoAccount | null> {
  if ((await db.account.count()) > 0) return null
  const adminEmail = env.admin.email?.toLowerCase() ?? 'admin@example.com'
  const operatorEmail = freeEmail('operator', adminEmail)
  const supervisorEmail = freeEmail('supervisor', adminEmail)
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
    return fill(tx, { adminEmail, adminHash, operatorEmail, operatorHash, supervisorEmail }, secret)
  })
  if (!channel) return null
  return {
    adminEmail,
    ...(env.admin.password === undefined && { adminPassword }),
    operatorEmail,
    operatorPassword,
    supervisorEmail,
    channelAddress: channelAddress(env, channel, secret) ?? '',
  }
}

/** An address that the admin does not have. */
function freeEmail(name: string, adminEmail: string): string {
  const email = `${name}@example.com`
  return email === adminEmail ? `${name}-2@example.com` : email
}

async function fill(
  tx: Tx,
  logins: DemoLogins,
  secret: ReturnType<typeof createChannelSecret>,
): Promise<Channel> {
  const people = await addDemoPeople(tx, logins)
  await addDemoSettings(tx, people)
  const [tag] = await addDemoTools(tx, people)
  const { website, chatApi } = await addDemoChannels(tx, people, secret)
  if (tag) await addDemoChat(tx, { people, channelId: website.id, tagId: tag.id })
  return chatApi
}
