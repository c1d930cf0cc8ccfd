import type { Env } from '../../../process/env.ts'
import { bytesOfUuid, uuidOfBytes } from '../../../text/uuid.ts'
import { readToken, signToken } from '../../mail/signed-token.ts'

const UUID_BYTES = 16
const PURPOSE = 'weekly report'

/** The address of the page that ends the weekly reports of a person, and of the one-click request (RFC 8058). */
export function weeklyReportLink(
  { http, secretKey }: Pick<Env, 'http' | 'secretKey'>,
  userId: string,
): string {
  const token = signToken(bytesOfUuid(userId), { secretKey, purpose: PURPOSE })
  return `${http.publicUrl}/unsubscribe/weekly-report/${token}`
}

/** The person whom a token is about; null for one that was not signed with this key. */
export function readWeeklyReportToken(secretKey: Buffer, token: string): string | null {
  const bytes = readToken(token, { secretKey, purpose: PURPOSE }, UUID_BYTES)
  return bytes && uuidOfBytes(bytes)
}
