import { join, resolve } from 'node:path'
import { z } from 'zod'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../text/password-length.ts'
import { EnvError } from './env-error.ts'
import { findMisspelled } from './misspelled-variables.ts'
import { readGivenFile, readSecretFiles, secretFileVariables } from './secret-files.ts'
import { findSecretKey, makeSecretKey } from './secret-key.ts'
import {
  flag,
  folder,
  mailFrom,
  otlpHeaders,
  proxies,
  publicUrl,
  redisUrl,
  replyAddress,
  storeUrl,
  targets,
  url,
} from './variable-types.ts'

/** Loopback may be called from a start without DATABASE_URL, so that the demo can be tried on one machine. */
const LOOPBACK = ['127.0.0.0/8', '::1/128', 'localhost']

/** May be given in a file instead: NAME_FILE. */
const SECRET = { secret: true }

const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: folder.default('data'),
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
  FILE_STORE_BEFORE_URL: z
    .union([z.literal('folder'), storeUrl], {
      error:
        'must be folder, or look like s3://access-key:secret-key@s3.example.com/bucket?region=eu-central-1',
    })
    .optional()
    .meta(SECRET),
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
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional().meta(SECRET),
  INTROSPECTION: flag.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.optional().meta(SECRET),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
})

const names = Object.keys(variables.shape)
const secrets = Object.entries(variables.shape).flatMap(([name, type]) => (type.meta()?.secret ? [name] : []))

export type Env = ReturnType<typeof loadEnv>

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
    throw new EnvError('SMTP_URL needs MAIL_FROM, the address that e-mails come from.')
  }
  if (v.REPLY_ADDRESS && !v.REPLY_SECRET && !v.IMAP_URL) {
    throw new EnvError(
      'REPLY_ADDRESS needs REPLY_SECRET, with which the mail server hands over the answers to e-mails, or IMAP_URL, the mailbox that receives them.',
    )
  }
  const dataDir = resolve(v.DATA_DIR)
  let key = v.SECRET_KEY ? Buffer.from(v.SECRET_KEY, 'base64') : findSecretKey(dataDir)
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
    /** Made only when something asks for it: a start that is refused before leaves no key that a restore would trip over. */
    get secretKey() {
      key ??= makeSecretKey(dataDir)
      return key
    },
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
function tracingOf(
  v: z.infer<typeof variables>,
): { url: string; headers: string | undefined; role: string } | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = v
  const url = own ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  const isOff = v.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || (v.OTEL_TRACES_EXPORTER ?? 'otlp') !== 'otlp'
  return url && !isOff ? { url, headers: v.OTEL_EXPORTER_OTLP_HEADERS, role: v.ROLE } : null
}

function readCertificates(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readGivenFile(file)
  } catch (error) {
    throw new EnvError(`REDIS_CA_FILE: ${(error as Error).message}`)
  }
}
