import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '../../process/env.ts'

interface WithPhoto {
  id: string
  photoUrl: string | null
}

/**
 * Where operators' browsers get a visitor's picture: from this server, so that its host does not learn their
 * addresses. It cannot be guessed, and changes with the picture's original address. Null without a picture.
 */
export function visitorPhotoUrl(env: Env, { id, photoUrl }: WithPhoto): string | null {
  if (!photoUrl) return null
  return `${env.http.publicUrl}/visitor-photos/${id}/${signature(env, id, photoUrl)}`
}

/** Whether it is the signature of the address that this visitor's picture has now. */
export function isPhotoSignature(env: Env, { id, photoUrl }: WithPhoto, given: string): boolean {
  if (!photoUrl) return false
  const right = Buffer.from(signature(env, id, photoUrl))
  const bytes = Buffer.from(given)
  return bytes.length === right.length && timingSafeEqual(bytes, right)
}

function signature({ secretKey }: Env, id: string, photoUrl: string): string {
  return createHmac('sha256', secretKey).update(`visitor-photo\n${id}\n${photoUrl}`).digest('hex')
}
