import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret as Standard Webhooks writes it. */
export function createSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

interface WebhookToSign {
  /** The same in every attempt. */
  id: string
  /** When this attempt is made. */
  at: Date
  body: string
  /** During a rotation both: a receiver needs only one of them. */
  secrets: readonly string[]
}

/** The headers that prove to a receiver who sent a body and when (Standard Webhooks 1.0). */
export function signWebhook({ id, at, body, secrets }: WebhookToSign): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
