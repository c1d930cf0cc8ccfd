import { isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { CallGateway } from '../../../generated/prisma/enums.ts'
import { checkTarget } from '../../../outbound/check-target.ts'
import type { Env } from '../../../process/env.ts'
import { timeZoneField } from '../../hours/time-zone-field.ts'
import { optional } from '../../parse-input.ts'
import { callHoursField } from './call-hours.ts'

const MOST_CALLS = 1_000_000

/** What an admin enters about calls. */
export const callSettingsFields = z.object({
  enabled: optional(z.boolean()),
  timeZone: optional(timeZoneField),
  hours: optional(callHoursField),
  countries: optional(
    z.array(
      z
        .string()
        .trim()
        .toUpperCase()
        .refine(isSupportedCountry, 'Enter countries as two-letter codes (ISO 3166), such as DE.'),
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
