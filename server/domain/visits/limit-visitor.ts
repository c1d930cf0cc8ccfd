import type { Services } from '../../services.ts'
import type { VisitorPrincipal } from '../principal.ts'

/** How often one visitor may do something: points per number of seconds. */
const LIMITS = {
  // A widget that polls reads 15 times a minute.
  read: { points: 240, seconds: 60 },
  page: { points: 120, seconds: 60 },
  typing: { points: 60, seconds: 60 },
  seen: { points: 300, seconds: 60 },
  data: { points: 60, seconds: 60 },
  // As in the script's contract.
  attributes: { points: 10, seconds: 3_600 },
  identity: { points: 30, seconds: 3_600 },
  form: { points: 10, seconds: 3_600 },
  call: { points: 10, seconds: 3_600 },
  mail: { points: 5, seconds: 3_600 },
  upload: { points: 60, seconds: 600 },
} as const

/** Counts an action of a visitor. Throws `too_many_requests`. */
export function limitVisitor(
  { limits }: Services,
  { visitorId }: Pick<VisitorPrincipal, 'visitorId'>,
  what: keyof typeof LIMITS,
): Promise<void> {
  return limits.consume({ name: `visitor-${what}`, ...LIMITS[what] }, visitorId)
}
