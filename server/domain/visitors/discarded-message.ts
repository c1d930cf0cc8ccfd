import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '../../process/env.ts'
import { uuidv7 } from '../../text/uuid.ts'

/** The hexadecimal digits of an id that contain its time, and those that only look random. */
const TIME = 12
const RANDOM = 15

/**
 * The id in the answer to a blacklisted visitor's message, or to one that only rates a chat. No message is stored, yet a
 * request for its receipt gets the same answer as for any other: the id itself proves that it was issued, and when.
 */
export function discardedMessageId(env: Env, channelId: string): string {
  const hex = uuidv7().replaceAll('-', '')
  return dashed(sealed(env, channelId, hex))
}

/** When the id was issued on this channel; null if it never was. */
export function discardedSince(env: Env, channelId: string, id: string): Date | null {
  const hex = id.replaceAll('-', '')
  const right = sealed(env, channelId, hex)
  if (!timingSafeEqual(Buffer.from(hex), Buffer.from(right))) return null
  return new Date(Number.parseInt(hex.slice(0, TIME), 16))
}

/** Time, version and variant are unchanged; three random digits in the middle are part of what is signed. */
function sealed({ secretKey }: Env, channelId: string, hex: string): string {
  const open = hex.slice(0, hex.length - RANDOM)
  const seal = createHmac('sha256', secretKey).update(`unheard\n${channelId}\n${open}`).digest('hex')
  return open + seal.slice(0, RANDOM)
}

function dashed(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
