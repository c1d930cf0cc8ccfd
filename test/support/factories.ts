import { randomUUID } from 'node:crypto'
import { createAccount } from '../../server/domain/accounts/create-account.ts'
import { createPublicId } from '../../server/domain/channels/create-public-id.ts'
import { type Role, roleColumns } from '../../server/domain/operators/role.ts'
import { createSession } from '../../server/domain/sessions/create-session.ts'
import { findSessionViewer } from '../../server/domain/sessions/find-session-viewer.ts'
import { hashPassword } from '../../server/domain/sessions/passwords.ts'
import type { Viewer } from '../../server/domain/viewer.ts'
import type { Account, Channel, User } from '../../server/generated/prisma/client.ts'
import { createSecret, encryptSecret, hashSecret } from '../../server/secrets.ts'
import type { Services } from '../../server/services.ts'

/** The password of every person that the factories make. */
export const PASSWORD = 'correct horse battery'

let passwordHash: Promise<string> | undefined

/** argon2id is slow on purpose: once for a test file is enough. */
function hashOnce(): Promise<string> {
  passwordHash ??= hashPassword(PASSWORD)
  return passwordHash
}

/** A channel with the random string of its address, which is only kept encrypted. */
export interface TestChannel extends Channel {
  secret: string
  /** The path of A2. */
  path: string
}

/** An account of the test's own, with its first admin. */
export async function makeAccount({ db }: Services): Promise<{ account: Account; admin: User }> {
  const id = randomUUID()
  const admin = {
    name: `Admin ${id.slice(0, 6)}`,
    email: `${id}@example.com`,
    passwordHash: await hashOnce(),
  }
  return db.$transaction((tx) => createAccount(tx, { name: `Account ${id}`, admin }))
}

export async function makeUser(
  { db }: Services,
  { accountId, role = 'OPERATOR', name }: { accountId: string; role?: Role; name?: string },
): Promise<User> {
  const id = randomUUID()
  return db.user.create({
    data: {
      accountId,
      ...roleColumns(role),
      email: `${id}@example.com`,
      name: name ?? `Operator ${id.slice(0, 6)}`,
      passwordHash: await hashOnce(),
    },
  })
}

interface NewChannel {
  accountId: string
  operatorIds?: string[]
  /** The client endpoint; nobody listens there by default. */
  serverUrl?: string
  chunked?: boolean
  acceptsAny2xx?: boolean
}

export async function makeChannel({ db, env }: Services, input: NewChannel): Promise<TestChannel> {
  const { accountId, operatorIds = [], serverUrl = 'http://127.0.0.1:9/', ...switches } = input
  const secret = createSecret()
  const channel = await db.channel.create({
    data: {
      accountId,
      kind: 'CHAT_API',
      name: `Channel ${randomUUID()}`,
      publicId: createPublicId(),
      chatApi: {
        create: {
          serverUrl,
          ...switches,
          secretHash: hashSecret(secret),
          secretEncrypted: encryptSecret(secret, env.secretKey),
        },
      },
      operators: { create: operatorIds.map((userId) => ({ userId })) },
    },
  })
  return { ...channel, secret, path: `/channel/${secret}/${channel.publicId}` }
}

/** Signs somebody in without a password; the Cookie header of their browser. */
export async function signedIn(
  services: Services,
  userId: string,
): Promise<{ cookie: string; viewer: Viewer }> {
  const { token } = await createSession(services.db, userId, { address: '192.0.2.1', userAgent: 'test' })
  const viewer = await findSessionViewer(services, token)
  if (!viewer) throw new Error('the session does not hold')
  return { cookie: `switchboard_session=${token}`, viewer }
}
