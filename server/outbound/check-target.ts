import { isIP } from 'node:net'
import { AppError } from '../errors.ts'
import { parseTargetRules, type TargetRules } from './target-rules.ts'

/** Longest address that somebody may type in. */
const TYPED_LENGTH = 2000

/**
 * Checks an address that an admin types into a form, and gives it back parsed. `allow` is the list of
 * ALLOW_PRIVATE_TARGETS, `field` the path of the form's field. Throws AppError `invalid_request` for what is
 * not an http(s) address or carries a user name or password, `too_long`, `private_target` for an address inside the
 * network. A name is not resolved here: what it resolves to is checked at every connection.
 */
export function checkTarget(
  url: string,
  allow: string[] | TargetRules,
  field = 'url',
  maxLength = TYPED_LENGTH,
): URL {
  const invalid = (message: string) => new AppError('invalid_request', message, { field })
  const target = URL.canParse(url) ? new URL(url) : undefined
  if (url.length > maxLength) {
    throw new AppError('too_long', `An address can have at most ${maxLength} characters.`, { field })
  }
  if (!target || !['http:', 'https:'].includes(target.protocol)) {
    throw invalid('Enter an address that starts with http:// or https://')
  }
  if (target.username || target.password)
    throw invalid('The address must not contain a user name or password')
  const rules = Array.isArray(allow) ? parseTargetRules(allow) : allow
  const hostname = bareHostname(target)
  const allowed = isIP(hostname) ? rules.allowsAddress(hostname, hostname) : rules.allowsName(hostname)
  if (!allowed) throw new AppError('private_target', privateTargetMessage(hostname), { field })
  return target
}

/** The text that an admin or operator reads when an address inside the network is refused. */
export function privateTargetMessage(hostname: string): string {
  return `${hostname} is a private address, which this installation is not allowed to call (ALLOW_PRIVATE_TARGETS)`
}

/** The URL parser keeps the brackets of an IPv6 address and has already made `0x7f.1` and `2130706433` plain. */
function bareHostname(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}
