import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openRedis, type RedisSettings } from '../process/redis.ts'
import { describeRedisAddress, parseRedisAddress } from '../process/redis-address.ts'
import { StoreError } from './store-error.ts'

/** The oldest version that the queues run on. */
const OLDEST = [6, 2] as const
/** A key that nobody uses; it expires. The database, which names the installation, is not known yet. */
const PROBE = `{switchboard:start}:${randomUUID()}`

/**
 * Returns when Redis answers and takes writes, with a line for each problem. One that is just starting gets
 * `patienceMs`; then, or at once when waiting cannot help (wrong password, too old, a replica), a {@link StoreError}
 * names the place and what to do, never the password.
 */
export async function checkRedis(settings: RedisSettings, patienceMs = 5000): Promise<string[]> {
  const deadline = Date.now() + patienceMs
  const place = describeRedisAddress(parseRedisAddress(settings.url))
  for (;;) {
    const { problem, info } = await ask(settings, patienceMs)
    if (info !== undefined) return judge(place, info)
    for (const [pattern, advice] of HOPELESS) {
      if (pattern.test(problem)) throw new StoreError(`${place}: ${advice} (REDIS_URL).`)
    }
    if (Date.now() + RETRY_MS > deadline) {
      throw new StoreError(`${place} does not answer (${problem}). Start it, or correct REDIS_URL.`)
    }
    await pause(RETRY_MS)
  }
}

const RETRY_MS = 200

const HOPELESS: [RegExp, string][] = [
  [/^(WRONGPASS|NOAUTH)/, 'the user or the password is wrong'],
  [/^NOPERM/, 'the user lacks permissions; allow it all commands on all keys and channels'],
  [/^ERR DB index/, 'there is no database with this number'],
  [/^READONLY/, 'it is a replica, which takes no writes; name the primary'],
  [/^Unknown RESP type/, 'what answers there is not Redis'],
  [/^(MOVED|CROSSSLOT)/, 'it is a node of a cluster; begin the address with redis+cluster://'],
  [/^ERR unknown command.*\bset\b/i, 'it is a sentinel; begin the address with redis+sentinel://'],
  [
    /self.signed certificate|unable to (verify|get).*certificate/i,
    'Node does not know the authority that signed its certificate; set REDIS_CA_FILE to the certificate of that authority',
  ],
]

/** The answer to INFO, or why there was none. */
async function ask(settings: RedisSettings, limitMs: number): Promise<{ info?: string; problem: string }> {
  const redis = openRedis(settings, PROBE, {
    retryStrategy: () => null,
    connectTimeout: limitMs,
    commandTimeout: limitMs,
  })
  let reason: string | undefined
  // The call itself fails with "Connection is closed"; the cause comes as an event.
  redis.on('error', (error) => {
    reason ??= error.message
  })
  try {
    await redis.connect()
    await redis.set(PROBE, '1', 'PX', 1000)
    const info = await redis.info().catch(refusedInfo)
    // A database that could not be selected is only reported as an event: everything would go to another one.
    return reason === undefined ? { info, problem: '' } : { problem: reason }
  } catch (error) {
    return { problem: reason ?? (error as Error).message }
  } finally {
    redis.disconnect()
  }
}

/** Some providers forbid INFO; everything else works. */
function refusedInfo(error: Error): string {
  if (/^(NOPERM|ERR)/.test(error.message)) return ''
  throw error
}

function judge(place: string, info: string): string[] {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1]
  const version = field('redis_version') ?? ''
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (version && (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))) {
    throw new StoreError(
      `${place} is version ${version}: ${OLDEST.join('.')} or later is needed (REDIS_URL).`,
    )
  }
  const policy = field('maxmemory_policy')
  if (!policy || policy === 'noeviction') return []
  return [
    `${place} throws keys away when its memory is full (maxmemory-policy ${policy}): deliveries then wait for the ` +
      'sweep. Set maxmemory-policy noeviction.',
  ]
}
