import { timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Tx } from '../../../database/client.ts'
import type { BotProvider } from '../../../generated/prisma/client.ts'
import type { Sender } from '../../../outbound/create-sender.ts'
import type { Env } from '../../../process/env.ts'
import { decryptSecret, encryptSecret, hashSecret } from '../../../secrets.ts'
import { EXCHANGE_LIMIT_MS, fetchAccessToken, NoAccessToken } from './fetch-access-token.ts'
import { lockBotProvider } from './lock-bot-provider.ts'

/** Renewed this long before it expires, or after nine tenths of a short lifetime. */
const RENEW_BEFORE_MS = 60_000
/** The provider may still send a replaced token for a while. */
const KEPT = 5
/** How long a process may take for an exchange before another one makes its own. */
const LEASE_MS = EXCHANGE_LIMIT_MS + 1_000
const LOOK_EVERY_MS = 100

interface AccessToken {
  token: string
  renewAt: Date
}

interface AccessTokensOptions {
  env: Env
  db: Db
  sender: Sender
}

/**
 * The access tokens of bot providers (contract, part 5), encrypted in the database for all processes. The
 * newest is sent; all that have not expired are accepted.
 */
export class AccessTokens {
  readonly #options: AccessTokensOptions
  readonly #renewing = new Map<string, Promise<string>>()

  constructor(options: AccessTokensOptions) {
    this.#options = options
  }

  /** The token to send. Throws `NoAccessToken` when the provider issues none. */
  async get(provider: BotProvider): Promise<string> {
    const [newest] = await this.#read(provider.id)
    if (!newest) return this.#renewOnce(provider, null)
    // It is still valid for a while: no event has to wait for the exchange or fails with it.
    if (newest.renewAt <= new Date()) this.#renewOnce(provider, newest.token).catch(() => undefined)
    return newest.token
  }

  /** A token other than the one that the provider has just refused. */
  async renew(provider: BotProvider, refused: string): Promise<string> {
    const [newest] = await this.#read(provider.id)
    return newest && newest.token !== refused ? newest.token : this.#renewOnce(provider, refused)
  }

  /** Whether an `Authorization` header contains a token that has not expired; compared in constant time. */
  async accepts(provider: BotProvider, header: string): Promise<boolean> {
    const presented = hashSecret(bare(header))
    const tokens = await this.#read(provider.id)
    const matches = tokens.map(({ token }) => timingSafeEqual(hashSecret(bare(token)), presented))
    return matches.includes(true)
  }

  /** Many conversations of one provider wait for one exchange. */
  #renewOnce(provider: BotProvider, known: string | null): Promise<string> {
    const renewing = this.#renewing.get(provider.id)
    if (renewing) return renewing
    const renewed = this.#renew(provider, known).finally(() => this.#renewing.delete(provider.id))
    this.#renewing.set(provider.id, renewed)
    return renewed
  }

  /** Makes the exchange, or waits for the process that makes it. */
  async #renew(provider: BotProvider, known: string | null): Promise<string> {
    const patience = Date.now() + LEASE_MS
    while (!(await this.#takeLease(provider.id))) {
      if (Date.now() > patience) throw new NoAccessToken('the token address is slow to answer')
      await delay(LOOK_EVERY_MS)
      const [newest] = await this.#read(provider.id)
      if (newest && newest.token !== known) return newest.token
    }
    try {
      // It may have been renewed between the read and the lease.
      const [newest] = await this.#read(provider.id)
      if (newest && newest.token !== known) return newest.token
      return await this.#fetch(provider)
    } finally {
      await this.#options.db.botProvider.updateMany({
        where: { id: provider.id },
        data: { renewingUntil: null },
      })
    }
  }

  async #takeLease(providerId: string): Promise<boolean> {
    const now = new Date()
    const { count } = await this.#options.db.botProvider.updateMany({
      where: { id: providerId, OR: [{ renewingUntil: null }, { renewingUntil: { lt: now } }] },
      data: { renewingUntil: new Date(now.getTime() + LEASE_MS) },
    })
    return count === 1
  }

  async #fetch(provider: BotProvider): Promise<string> {
    const { db, sender, env } = this.#options
    const startedAt = Date.now()
    const { token, lifeMs } = await fetchAccessToken(sender, env, provider)
    const providerId = provider.id
    await db.$transaction(async (tx) => {
      const now = await lockBotProvider(tx, provider)
      // One of credentials that have changed meanwhile is used once: from then on, it must not count.
      if (!now || !hasSameCredentials(now, provider)) return
      await tx.botAccessToken.create({
        data: {
          providerId,
          tokenEncrypted: encryptSecret(token, env.secretKey),
          renewAt: new Date(startedAt + lifeMs - Math.min(RENEW_BEFORE_MS, lifeMs / 10)),
          expiresAt: new Date(startedAt + lifeMs),
        },
      })
    })
    const { id: firstToGo } =
      (await db.botAccessToken.findFirst({
        where: { providerId },
        orderBy: { createdAt: 'desc' },
        skip: KEPT,
      })) ?? {}
    await db.botAccessToken.deleteMany({
      where: {
        providerId,
        OR: [{ expiresAt: { lt: new Date() } }, ...(firstToGo ? [{ id: firstToGo }] : [])],
      },
    })
    return token
  }

  /** The tokens that have not expired, newest first. */
  async #read(providerId: string): Promise<AccessToken[]> {
    const { db, env } = this.#options
    const rows = await db.botAccessToken.findMany({
      where: { providerId, expiresAt: { gt: new Date() } },
      orderBy: { createdAt: 'desc' },
      take: KEPT,
    })
    return rows.flatMap(({ tokenEncrypted, renewAt }) => {
      const token = decryptSecret(tokenEncrypted, env.secretKey)
      // Written with another SECRET_KEY: a new one is fetched.
      return token === null ? [] : [{ token, renewAt }]
    })
  }
}

/** Forgets the tokens of a provider that the transaction holds, because its credentials change. */
export async function forgetAccessTokens(tx: Tx, providerId: string): Promise<void> {
  await tx.botAccessToken.deleteMany({ where: { providerId } })
}

function hasSameCredentials(one: BotProvider, other: BotProvider): boolean {
  const secretOf = ({ clientSecretEncrypted }: BotProvider) => Buffer.from(clientSecretEncrypted ?? [])
  const isSame = one.tokenUrl === other.tokenUrl && one.clientId === other.clientId
  return isSame && secretOf(one).equals(secretOf(other))
}

/** Providers issue and send a token with or without its scheme. */
function bare(token: string): string {
  return token.trim().replace(/^bearer +/i, '')
}
