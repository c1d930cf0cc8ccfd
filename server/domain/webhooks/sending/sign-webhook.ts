import { createHmac } from 'node:crypto'
import { createSecret } from '../../../secrets.ts'

const PREFIX = 'whsec_'

/** A secret as Standard Webhooks writes it. */
export function createWebhookSecret(): string {
  return PREFIX + Buffer.from(createSecret(), 'base64url').toString('base64')
}

/** The headers of a signed request (Standard Webhooks): one signature for each secret that is live. */
export function signWebhook(
  secrets: readonly string[],
  { id, body, now = new Date() }: { id: string; body: string; now?: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
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
