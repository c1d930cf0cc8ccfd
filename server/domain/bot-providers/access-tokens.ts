import { createHash, timingSafeEqual } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Env } from '../../env.ts'
import type { BotProvider } from '../../generated/prisma/client.ts'
import type { Sender } from '../../outbound/create-sender.ts'
import { decryptSecret, encryptSecret } from '../../secrets.ts'
import { fetchAccessToken } from './fetch-access-token.ts'

/** Renewed this long before its end, or after nine tenths of a short life. */
const RENEW_BEFORE_MS = 60_000
/** A token that was replaced still comes back from the provider for a while. */
const KEPT = 5

interface AccessToken {
  token: string
  /** Milliseconds since 1970. */
  expiresAt: number
  renewAt: number
}

interface AccessTokensOptions {
  env: Env
  redis: Redis | null
  /** Of this installation's keys in Redis. */
  prefix: string
  sender: Sender
}

/**
 * The access tokens of bot providers (contract, part 5), encrypted in Redis for all processes, else in this one.
 * The newest is sent; all that have not ended are accepted.
 */
export class AccessTokens {
  readonly #options: AccessTokensOptions
  readonly #local = new Map<string, string>()
  readonly #fetching = new Map<string, Promise<string>>()

  constructor(options: AccessTokensOptions) {
    this.#options = options
  }

  /** The token to send. Throws an Error with a sentence for the log when the provider gives none. */
  async get(provider: BotProvider): Promise<string> {
    const [newest] = await this.#read(provider.id)
    return newest && newest.renewAt > Date.now() ? newest.token : this.#fetchOnce(provider)
  }

  /** Another token than the one that the provider has just refused. */
  async renew(provider: BotProvider, refused: string): Promise<string> {
    const [newest] = await this.#read(provider.id)
    return newest && newest.token !== refused ? newest.token : this.#fetchOnce(provider)
  }

  /** Whether an `Authorization` header carries a token that has not ended; compared in constant time. */
  async accepts(provider: BotProvider, header: string | undefined): Promise<boolean> {
    const presented = digest((header ?? '').replace(/^bearer +/i, ''))
    const tokens = await this.#read(provider.id)
    const matches = tokens.map(({ token }) => timingSafeEqual(digest(token), presented))
    return matches.includes(true)
  }

  /** Forgets the tokens of a provider whose credentials have changed. */
  async forget(providerId: string): Promise<void> {
    this.#local.delete(providerId)
    await this.#options.redis?.del(this.#keyOf(providerId))
  }

  /** Many conversations of one provider wait for one exchange. */
  #fetchOnce(provider: BotProvider): Promise<string> {
    const fetching = this.#fetching.get(provider.id)
    if (fetching) return fetching
    const fetched = this.#fetch(provider).finally(() => this.#fetching.delete(provider.id))
    this.#fetching.set(provider.id, fetched)
    return fetched
  }

  async #fetch(provider: BotProvider): Promise<string> {
    const { sender, env } = this.#options
    const startedAt = Date.now()
    const { token, lifeMs } = await fetchAccessToken(sender, env, provider)
    const renewAt = startedAt + lifeMs - Math.min(RENEW_BEFORE_MS, lifeMs / 10)
    const earlier = (await this.#read(provider.id)).filter((known) => known.token !== token)
    await this.#write(provider.id, [{ token, expiresAt: startedAt + lifeMs, renewAt }, ...earlier])
    return token
  }

  async #read(providerId: string): Promise<AccessToken[]> {
    const { redis, env } = this.#options
    const text = redis ? await redis.get(this.#keyOf(providerId)) : this.#local.get(providerId)
    if (!text) return []
    try {
      const tokens = JSON.parse(decryptSecret(Buffer.from(text, 'base64'), env.secretKey)) as AccessToken[]
      return tokens.filter((token) => token.expiresAt > Date.now())
    } catch {
      // Written with another SECRET_KEY: a new one is fetched.
      return []
    }
  }

  async #write(providerId: string, tokens: AccessToken[]): Promise<void> {
    const { redis, env } = this.#options
    const text = encryptSecret(JSON.stringify(tokens.slice(0, KEPT)), env.secretKey).toString('base64')
    const until = Math.max(...tokens.map((token) => token.expiresAt))
    if (redis) await redis.set(this.#keyOf(providerId), text, 'PXAT', until)
    else this.#local.set(providerId, text)
  }

  #keyOf(providerId: string): string {
    return `${this.#options.prefix}bot-access-tokens:${providerId}`
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
