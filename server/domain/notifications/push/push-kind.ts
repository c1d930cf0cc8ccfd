import { createHash } from 'node:crypto'
import webPush from 'web-push'
import { type OutboxItem, Prisma } from '../../../generated/prisma/client.ts'
import { unreadableSecret } from '../../../outbound/outcome.ts'
import type {
  AttemptResult,
  ClaimedItem,
  Consequences,
  OutboxKind,
  Verdict,
} from '../../../outbox/outbox-kind.ts'
import { decryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import { isQuiet } from '../is-quiet.ts'
import { readNotificationSettings } from '../notification-settings.ts'
import { composePush, replacedBy } from './compose-push.ts'
import { PUSH, TAKEN, TEST } from './push.ts'
import { isOfferedCall, pushKindOf } from './push-kinds.ts'
import { readVapidKeys } from './vapid-keys.ts'

const LIMIT_MS = 10_000
const PAUSES_SECONDS = [5, 30, 120]
const TEST_LASTS_SECONDS = 60
/** As long as the longest of those that it replaces. */
const TAKEN_LASTS_SECONDS = 10 * 60
/** What a push service takes as a topic (RFC 8030). */
const TOPIC_CHARACTERS = 32
/** The browser or its person has ended the subscription. */
const GONE = [404, 410]

/** The browser that gets it. */
interface Target {
  endpoint: string
  p256dh: string
  /** Base64, as a target is read as JSON. */
  auth: string
  notifications: Prisma.JsonValue
}

/**
 * A push notification, handed encrypted to the push service of the browser (RFC 8030, 8291 and 8292). It is dropped when the
 * person has seen meanwhile what it tells, has quiet hours, or wants it no longer.
 */
export const pushKind: OutboxKind<Target> = {
  name: PUSH,
  concurrency: 100,
  // Not more, so that those of everyone else go out while no push service of a person's many browsers answers.
  perReceiver: 2,
  claimMs: LIMIT_MS + 5_000,
  schedule: {
    attempts: PAUSES_SECONDS.length + 1,
    next: ({ attempts, endedAt }) => new Date(endedAt.getTime() + (PAUSES_SECONDS[attempts - 1] ?? 0) * 1000),
    failsLate: false,
    yieldsAfter: null,
  },
  keepDays: 1,
  skippedNote: () => 'It was seen or is no longer wanted.',
  target: Prisma.sql`
    SELECT s.endpoint, s.p256dh, encode(s."authEncrypted", 'base64') AS auth, u.notifications
    FROM "PushSubscription" s
    JOIN "Session" session ON session.id = s."sessionId" AND session."expiresAt" > now()
    JOIN "User" u ON u.id = session."userId" AND u."deactivatedAt" IS NULL
    WHERE s.id = item."receiverId"`,
  isWanted,
  payload: composePush,
  async send(services, { item, target, payload }) {
    const { env, sender } = services
    const auth = decryptSecret(Buffer.from(target.auth, 'base64'), env.secretKey)
    if (auth === null)
      return unreadableSecret('The key of the browser', 'Turn push notifications on again in it.')
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth } },
      payload,
      {
        vapidDetails: { subject: subjectOf(services), ...(await readVapidKeys(services)) },
        TTL: lastsSeconds(item.event),
        urgency: 'high',
        topic: topicOf(item),
      },
    )
    const { 'Content-Length': _, ...others } = headers
    return sender.post({
      url: target.endpoint,
      body: body as Buffer,
      headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
      chunked: false,
      timeoutMs: LIMIT_MS,
    })
  },
  read(answer): Verdict {
    if (answer.kind === 'failed') {
      const { reason, message } = answer
      const isForGood = reason === 'unreadable_secret' || reason === 'private_target'
      return { result: isForGood ? 'refused' : 'retry', code: reason, message }
    }
    const { status } = answer
    if (status >= 200 && status < 300) return { result: 'sent' }
    const code = GONE.includes(status) ? 'gone' : `http_${status}`
    const mayHelp = status >= 500 || status === 429
    return { result: mayHelp ? 'retry' : 'refused', code, message: `The push service answered ${status}.` }
  },
  follow: async (_services, ended) => forgetLost(ended),
}

async function isWanted({ db }: Services, { item, target }: ClaimedItem<Target>): Promise<boolean> {
  const age = Date.now() - item.createdAt.getTime()
  if (age > lastsSeconds(item.event) * 1000) return false
  if (item.event === TEST || item.event === TAKEN) return true
  const kind = pushKindOf(item.event)
  const settings = readNotificationSettings(target)
  const choice = settings.choices.find((each) => each.kind === item.event)
  if (!kind || !choice?.ways.includes('PUSH') || isQuiet(settings.quietHours, new Date())) return false
  const [row] = await db.$queryRaw<{ isNews: boolean }[]>`
    SELECT ${item.callId === null ? kind.isNews : isOfferedCall} AS "isNews"
    FROM "OutboxItem" item
    JOIN "PushSubscription" s ON s.id = item."receiverId"
    JOIN "Session" session ON session.id = s."sessionId"
    JOIN "User" u ON u.id = session."userId"
    WHERE item.id = ${item.id}::uuid`
  return row?.isNews === true
}

function lastsSeconds(event: string | null): number {
  if (event === TAKEN) return TAKEN_LASTS_SECONDS
  return pushKindOf(event)?.lastsSeconds ?? TEST_LASTS_SECONDS
}

/**
 * The same for notifications about the same thing, of which a push service keeps only the last for a browser that it
 * cannot reach. It reveals nothing about the chat.
 */
function topicOf({ event, chatId, callId, data, receiverId }: OutboxItem): string {
  const about = `${receiverId} ${chatId ?? callId} ${replacedBy(data) ?? event}`
  return createHash('sha256').update(about).digest('base64url').slice(0, TOPIC_CHARACTERS)
}

/** Whom a push service can turn to. */
function subjectOf({ env }: Services): string {
  const { protocol, hostname, origin } = new URL(env.http.publicUrl)
  if (env.mail) return `mailto:${env.mail.from.address}`
  return protocol === 'https:' ? origin : `mailto:switchboard@${hostname}`
}

function forgetLost({ item: { receiverId }, verdict, state }: AttemptResult<Target>): Consequences {
  if (state !== 'FAILED' || !('code' in verdict) || verdict.code !== 'gone') return {}
  return {
    async run({ tx }) {
      await tx.pushSubscription.deleteMany({ where: { id: receiverId } })
    },
  }
}
