import { isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { CallGateway } from '../../../generated/prisma/enums.ts'
import { checkTarget } from '../../../outbound/check-target.ts'
import type { Env } from '../../../process/env.ts'
import { optional } from '../../parse-input.ts'
import { callHoursField } from './call-hours.ts'

const MOST_CALLS = 1_000_000

/** What an admin enters about calls. */
export const callSettingsFields = z.object({
  enabled: optional(z.boolean()),
  timeZone: optional(
    z.string().trim().refine(isTimeZone, 'Enter a time zone by its IANA name, such as Europe/Berlin.'),
  ),
  hours: optional(callHoursField),
  countries: optional(
    z.array(
      z
        .string()
        .trim()
        .toUpperCase()
        .refine(isSupportedCountry, 'Enter countries by their two letters (ISO 3166), such as DE.'),
    ),
  ),
  balance: optional(
    z
      .number()
      .int()
      .min(0, 'The balance cannot be less than 0.')
      .max(MOST_CALLS, `The balance can be at most ${MOST_CALLS.toLocaleString('en')}.`),
  ),
  gateway: optional(z.enum(CallGateway)),
})

/** The address of a telephone system as it is stored. Throws `invalid_request`, `private_target`, `too_long`. */
export function checkGatewayUrl({ outbound }: Env, gatewayUrl: string): string {
  return checkTarget(gatewayUrl, outbound.allowPrivateTargets, 'input.gatewayUrl').href
}

function isTimeZone(name: string): boolean {
  // An offset is not a time zone: it has no summer time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
