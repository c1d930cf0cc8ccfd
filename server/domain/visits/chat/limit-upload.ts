import type { Services } from '../../../services.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { networkOf } from '../../sessions/network-of.ts'
import { limitVisitor } from '../limit-visitor.ts'

/** How many files of the largest size come in an hour, of one visitor and of all from one network. */
const LARGEST = { visitor: 10, network: 40 }
const KIBIBYTE = 1024

interface Upload {
  /** The IP address that it comes from. */
  address: string
  bytes: number
}

/**
 * Counts an upload of a visitor: visitors are strangers, and an upload takes space even if it is never sent.
 * Throws `too_many_requests`.
 */
export async function limitUpload(
  services: Services,
  visitor: VisitorPrincipal,
  { address, bytes }: Upload,
): Promise<void> {
  const { env, limits } = services
  await limitVisitor(services, visitor, 'upload')
  const largest = toKibibytes(env.files.maxBytes)
  const size = Math.min(toKibibytes(bytes), largest)
  const limit = (of: keyof typeof LARGEST) => ({
    name: `${of}-upload-kibibytes`,
    points: LARGEST[of] * largest,
    seconds: 3_600,
  })
  await limits.consume(limit('visitor'), visitor.visitorId, size)
  await limits.consume(limit('network'), networkOf(address), size)
}

function toKibibytes(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / KIBIBYTE))
}
