import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseStoreAddress } from '../files/store-address.ts'
import { parseTargetRules } from '../outbound/target-rules.ts'
import { parseRedisAddress } from './redis-address.ts'

/** `true`, `false`, `1` or `0`. */
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1')

/** An address that begins with one of these protocols, such as `https:`. */
export const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })

/** Node tries without end to make a folder under /proc. */
export const folder = z.string().refine((value) => !`${resolve(value)}/`.startsWith('/proc/'), {
  error: 'must be a folder on a disk, which /proc is not',
})

const isOrigin = ({ href, origin }: URL) => href === `${origin}/`
const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean))

/** Private addresses that outgoing requests may reach, separated by spaces or commas. */
export const targets = list.superRefine((entries, context) => {
  try {
    parseTargetRules(entries)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']
/** The proxies that tell the address of whoever calls, separated by spaces or commas. */
export const proxies = list.refine(
  (entries) =>
    entries.every(
      (entry) => PROXY_NAMES.includes(entry) || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry),
    ),
  { error: `must be addresses or ranges such as 10.0.0.0/8, or one of: ${PROXY_NAMES.join(', ')}` },
)

/** Where people and programs reach the installation. */
export const publicUrl = url('http:', 'https:').refine(
  (value) => !URL.canParse(value) || isOrigin(new URL(value)),
  { error: 'must have only a scheme, host and port, such as https://chat.example.com' },
)

const MAIL_FROM = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/u
/** `support@example.com`, or `Example support <support@example.com>`. */
export const mailFrom = z.string().transform((value, context) => {
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
/** The address that answers to mails go to. */
export const replyAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: 'must be an e-mail address: reply@example.com' }))
  .refine((address) => address.lastIndexOf('@') <= REPLY_LOCAL_LENGTH, {
    error: `can have at most ${REPLY_LOCAL_LENGTH} characters before the @`,
  })

/** One Redis, a group watched by Sentinel, or a cluster. */
export const redisUrl = z.string().superRefine((value, context) => {
  try {
    parseRedisAddress(value)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})

/** A store that speaks the protocol of S3. */
export const storeUrl = z.string().transform((value, context) => {
  try {
    return parseStoreAddress(value)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})

/** Headers of requests, as OpenTelemetry writes them: `name=value`, separated by commas, in percent-encoding. */
export const otlpHeaders = z.string().refine((value) => value.split(',').every(isHeader), {
  error: 'must be headers such as api-key=…, separated by commas; special characters as %2C',
})

function isHeader(entry: string): boolean {
  if (entry.trim() === '') return true
  const [name = '', ...rest] = entry.split('=')
  const value = rest.join('=').trim()
  try {
    new Headers({ [decodeURIComponent(name.trim())]: decodeURIComponent(value) })
    return value !== ''
  } catch {
    return false
  }
}
