import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseStoreAddress } from '../files/store-address.ts'
import { parseTargetRules } from '../outbound/target-rules.ts'
import { describeDiskFailure } from '../stores/describe-disk-failure.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../text/password-length.ts'
import { findMisspelled } from './misspelled-variables.ts'
import { parseRedisAddress } from './redis-address.ts'
import { readSecretFiles, secretFileVariables } from './secret-files.ts'

/** Loopback may be called from a start without DATABASE_URL, so that the demo can be tried on one machine. */
const LOOPBACK = ['127.0.0.0/8', '::1/128', 'localhost']

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')
const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })
/** May be given in a file instead: NAME_FILE. */
const SECRET = { secret: true }
const isOrigin = ({ href, origin }: URL) => href === `${origin}/`
const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean))
const targets = list.superRefine((entries, context) => {
  try {
    parseTargetRules(entries)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']
const proxies = list.refine(
  (entries) =>
    entries.every(
      (entry) => PROXY_NAMES.includes(entry) || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry),
    ),
  { error: `must be addresses or ranges such as 10.0.0.0/8, or one of: ${PROXY_NAMES.join(', ')}` },
)

const publicUrl = url('http:', 'https:').refine((value) => !URL.canParse(value) || isOrigin(new URL(value)), {
  error: 'must have only a scheme, host and port, such as https://chat.example.com',
})

/** `support@example.com`, or `Example support <support@example.com>`. */
const MAIL_FROM = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/u
const mailFrom = z.string().transform((value, context) => {
  const [, name = '', bracketed, bare] = MAIL_FROM.exec(value.trim()) ?? []
  const address = z.email().safeParse(bracketed ?? bare)
  if (address.success) return { name, address: address.data }
  context.addIssue({
    code: 'custom',
    message: 'must be an e-mail address, or a name with one: Example support <support@example.com>',
  })
  return z.NEVER
})

/** A local part has at most 64 characters, and a plus sign and a token (domain/mail/replies/reply-address.ts) follow it. */
const REPLY_LOCAL_LENGTH = 15
const replyAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: 'must be an e-mail address: reply@example.com' }))
  .refine((address) => address.lastIndexOf('@') <= REPLY_LOCAL_LENGTH, {
    error: `can have at most ${REPLY_LOCAL_LENGTH} characters before the @`,
  })

const redisUrl = z.string().superRefine((value, context) => {
  try {
    parseRedisAddress(value)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})

const storeUrl = z.string().transform((value, context) => {
  try {
    return parseStoreAddress(value)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})

const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: url('postgresql:', 'postgres:').optional().meta(SECRET),
  DATABASE_DIRECT_URL: url('postgresql:', 'postgres:').optional().meta(SECRET),
  DATABASE_READ_URL: url('postgresql:', 'postgres:').optional().meta(SECRET),
  DATABASE_PREPARED_STATEMENTS: flag.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(20),
  REDIS_URL: redisUrl.optional().meta(SECRET),
  REDIS_CA_FILE: z.string().optional(),
  ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SMTP_URL: url('smtp:', 'smtps:').optional().meta(SECRET),
  MAIL_FROM: mailFrom.optional(),
  REPLY_ADDRESS: replyAddress.optional(),
  IMAP_URL: url('imap:', 'imaps:').optional().meta(SECRET),
  REPLY_SECRET: z.string().min(16, 'must have at least 16 characters').optional().meta(SECRET),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(SHORTEST_PASSWORD, `must have at least ${SHORTEST_PASSWORD} characters`)
    .max(LONGEST_PASSWORD, `must have at most ${LONGEST_PASSWORD} characters`)
    .optional()
    .meta(SECRET),
  SECRET_KEY: z
    .string()
    .refine((value) => Buffer.from(value, 'base64').length === 32, {
      error: 'must be 32 bytes in base64; make one with: openssl rand -base64 32',
    })
    .optional()
    .meta(SECRET),
  ALLOW_PRIVATE_TARGETS: targets.optional(),
  TRUST_PROXY: proxies.optional(),
  FILE_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    // The database and clients keep the size of a file in 32 bits.
    .max(2 ** 31 - 1)
    .default(25 * 1024 * 1024),
  FILE_STORE_URL: storeUrl.optional().meta(SECRET),
  FILE_STORE_BEFORE_URL: z.literal('folder').or(storeUrl).optional().meta(SECRET),
  ACCOUNT_STORAGE_BYTES: z.coerce.number().int().min(1).optional(),
  CHANNEL_RATE_LIMIT: z.coerce.number().int().min(1).default(600),
  VISITOR_RATE_LIMIT: z.coerce.number().int().min(1).default(20),
  NEW_VISITOR_RATE_LIMIT: z.coerce.number().int().min(1).default(300),
  VISIT_RATE_LIMIT: z.coerce.number().int().min(1).default(6_000),
  GRAPHQL_COST_LIMIT: z.coerce.number().int().min(50_000).default(6_000_000),
  GEOIP_DATABASE: z.string().optional(),
  BOT_RATE_LIMIT: z.coerce.number().int().min(1).default(50),
  BOT_RATE_BURST: z.coerce.number().int().min(1).default(100),
  SHUTDOWN_SECONDS: z.coerce.number().int().min(1).max(600).default(15),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  METRICS_TOKEN: z.string().min(16).optional().meta(SECRET),
  INTROSPECTION: flag.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
})

const names = Object.keys(variables.shape)
const secrets = Object.entries(variables.shape).flatMap(([name, type]) => (type.meta()?.secret ? [name] : []))

export type Env = ReturnType<typeof loadEnv>

/** A mistake in the environment. The message lists every mistake, one a line. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/**
 * Parses the environment once. Throws an {@link EnvError} with all mistakes at once. The rest of the code reads only
 * the typed object.
 */
export function loadEnv(source: NodeJS.ProcessEnv = process.env) {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim() !== ''))
  const { given, mistakes: unread } = readSecretFiles(filled, secrets)
  const parsed = variables.safeParse(given)
  const { mistakes, warnings } = findMisspelled(given, [...names, ...secretFileVariables(secrets)])
  mistakes.unshift(...unread)
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  if (!parsed.success || mistakes.length > 0) {
    throw new EnvError(`The environment variables have errors:\n  ${[...wrong, ...mistakes].join('\n  ')}`)
  }
  const v = parsed.data
  if (!v.REDIS_URL && v.ROLE !== 'all') {
    throw new EnvError(
      `ROLE=${v.ROLE} needs REDIS_URL: without Redis one process does everything (ROLE=all).`,
    )
  }
  if (v.SMTP_URL && !v.MAIL_FROM) {
    throw new EnvError('SMTP_URL needs MAIL_FROM, the address that mails come from.')
  }
  if (v.REPLY_ADDRESS && !v.REPLY_SECRET && !v.IMAP_URL) {
    throw new EnvError(
      'REPLY_ADDRESS needs REPLY_SECRET, with which the mail server hands over the answers to mails, or IMAP_URL, the mailbox that has them.',
    )
  }
  const dataDir = resolve(v.DATA_DIR)
  return {
    mode: v.NODE_ENV,
    role: v.ROLE,
    logLevel: v.LOG_LEVEL,
    tracing: tracingOf(v),
    dataDir,
    introspection: v.INTROSPECTION ?? v.NODE_ENV === 'development',
    /** Variables that may be misspelled, one line each. */
    warnings,
    shutdownMs: v.SHUTDOWN_SECONDS * 1000,
    drainMs: v.DRAIN_SECONDS * 1000,
    http: {
      port: v.PORT,
      host: v.HOST,
      publicUrl: (v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, ''),
      trustProxy: v.TRUST_PROXY ?? false,
      metricsToken: v.METRICS_TOKEN,
    },
    database: {
      url: v.DATABASE_URL,
      /** For migrations, and for the queues without Redis: past a pooler that `url` may name. */
      directUrl: v.DATABASE_DIRECT_URL,
      /** A replica for searches, lists of the past and exports. */
      readUrl: v.DATABASE_READ_URL,
      pool: v.DATABASE_POOL,
      /** Undefined: unless a pooler answers. */
      preparesStatements: v.DATABASE_PREPARED_STATEMENTS,
    },
    redis: v.REDIS_URL ? { url: v.REDIS_URL, ca: readCertificates(v.REDIS_CA_FILE) } : null,
    geoipDatabase: v.GEOIP_DATABASE,
    admin: { email: v.ADMIN_EMAIL, password: v.ADMIN_PASSWORD },
    mail: v.SMTP_URL && v.MAIL_FROM ? { smtpUrl: v.SMTP_URL, from: v.MAIL_FROM } : null,
    /** How visitors' answers to mails are received. */
    replies: v.REPLY_ADDRESS
      ? { address: v.REPLY_ADDRESS, secret: v.REPLY_SECRET ?? null, imapUrl: v.IMAP_URL ?? null }
      : null,
    secretKey: v.SECRET_KEY ? Buffer.from(v.SECRET_KEY, 'base64') : keptSecretKey(dataDir),
    outbound: { allowPrivateTargets: v.ALLOW_PRIVATE_TARGETS ?? (v.DATABASE_URL ? [] : LOOPBACK) },
    files: {
      maxBytes: v.FILE_MAX_BYTES,
      accountBytes: v.ACCOUNT_STORAGE_BYTES,
      /** Of uploads on their way, and of the files unless there is a store. */
      dir: join(dataDir, 'files'),
      store: v.FILE_STORE_URL ?? null,
      /** Where files were before, while they are moved. */
      before: v.FILE_STORE_BEFORE_URL ?? null,
    },
    limits: {
      channelPerSecond: v.CHANNEL_RATE_LIMIT,
      visitorPerSecond: v.VISITOR_RATE_LIMIT,
      newVisitorsPerHour: v.NEW_VISITOR_RATE_LIMIT,
      visitsPerHour: v.VISIT_RATE_LIMIT,
      graphqlCostPerMinute: v.GRAPHQL_COST_LIMIT,
      botPerSecond: v.BOT_RATE_LIMIT,
      botBurst: v.BOT_RATE_BURST,
    },
  }
}

/** Where traces are sent; null: nowhere. The names and their meaning are those of OpenTelemetry. */
function tracingOf(v: z.infer<typeof variables>): { url: string; role: string } | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = v
  const url = own ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  const isOff = v.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || (v.OTEL_TRACES_EXPORTER ?? 'otlp') !== 'otlp'
  return url && !isOff ? { url, role: v.ROLE } : null
}

function readCertificates(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new EnvError(`REDIS_CA_FILE: ${(error as Error).message}`)
  }
}

/** Several processes must share one key, so a start with Redis and without SECRET_KEY would only work on one machine. */
function keptSecretKey(dataDir: string): Buffer {
  const file = join(dataDir, 'secret.key')
  try {
    if (!existsSync(file)) writeSecretKey(dataDir, file)
    return readSecretKey(file)
  } catch (error) {
    throw describeDiskFailure(dataDir, error)
  }
}

function readSecretKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length === 32) return key
  throw new EnvError(
    `${file} is damaged: it must hold 32 bytes in base64. Put it back from a backup; when there is none, delete it, and ` +
      'start again to learn what was encrypted with it.',
  )
}

function writeSecretKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
