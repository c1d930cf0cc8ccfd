import type { Tx } from '../../database/client.ts'
import { DAY_MS } from '../../durations.ts'
import { createSecret, hashSecret } from '../../secrets.ts'

/** A session ends this long after its last use. */
export const SESSION_DAYS = 30

/** What is kept about the browser, so that people can tell their sessions apart. */
export interface Browser {
  address: string
  userAgent: string | null
}

/** What the browser gets. */
export interface NewSession {
  token: string
  expiresAt: Date
}

const USER_AGENT_LENGTH = 500

/** Creates a session for a user whose password or invitation was checked. Only the token's hash is stored. */
export async function createSession(
  tx: Tx,
  userId: string,
  { address, userAgent }: Browser,
): Promise<NewSession> {
  const token = createSecret()
  const expiresAt = new Date(Date.now() + SESSION_DAYS * DAY_MS)
  await tx.session.create({
    data: {
      userId,
      tokenHash: hashSecret(token),
      address,
      userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      expiresAt,
    },
  })
  return { token, expiresAt }
}
