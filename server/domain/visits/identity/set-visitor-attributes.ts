import { AppError } from '../../../errors.ts'
import { transient } from '../../../events/live-event.ts'
import type { Services } from '../../../services.ts'
import { storableText } from '../../../text/storable-text.ts'
import { cutText } from '../../cut-text.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { requireSurvivor } from '../../visitors/lock-survivor.ts'
import { limitVisitor } from '../limit-visitor.ts'

const MAX_ATTRIBUTES = 50
const NAME_LENGTH = 100
const VALUE_LENGTH = 1_000

/**
 * Stores plain values with a visitor (`setClientAttributes`): given ones replace earlier ones of the same name, null
 * removes one. Throws `invalid_request` for anything but an object of plain values, `limit_reached` for more than 50,
 * `too_many_requests` for more than ten calls an hour.
 */
export async function setVisitorAttributes(
  services: Services,
  { visitor, attributes }: { visitor: VisitorPrincipal; attributes: unknown },
): Promise<void> {
  const given = readAttributes(attributes)
  await limitVisitor(services, visitor, 'attributes')
  const { accountId, channelId } = visitor
  const json = JSON.stringify(given)
  const { stored, visitorId } = await services.db.$transaction(async (tx) => {
    const { id: visitorId } = await requireSurvivor(tx, visitor)
    const stored = await tx.$executeRaw`
    INSERT INTO "Visit" ("visitorId", "accountId", "channelId", attributes)
    VALUES (${visitorId}::uuid, ${accountId}::uuid, ${channelId}::uuid, jsonb_strip_nulls(${json}::jsonb))
    ON CONFLICT ("visitorId") DO UPDATE
      SET attributes = jsonb_strip_nulls("Visit".attributes || ${json}::jsonb)
      WHERE (
        SELECT count(*) FROM jsonb_object_keys(jsonb_strip_nulls("Visit".attributes || ${json}::jsonb))
      ) <= ${MAX_ATTRIBUTES}`
    return { stored, visitorId }
  })
  if (stored === 0) {
    throw new AppError('limit_reached', `A visitor can have at most ${MAX_ATTRIBUTES} attributes.`, {
      field: 'input.attributes',
    })
  }
  services.announcer.tell(transient('VISIT_CHANGED', { accountId, channelId, subjectId: visitorId }))
}

function readAttributes(attributes: unknown): Record<string, string | number | boolean | null> {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes))
    throw invalid('Attributes must be an object.')
  const entries = Object.entries(attributes as Record<string, unknown>)
  if (entries.length > MAX_ATTRIBUTES) throw invalid(`Send at most ${MAX_ATTRIBUTES} attributes.`)
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (!name.trim() || name.length > NAME_LENGTH)
        throw invalid(`A name has 1 to ${NAME_LENGTH} characters.`)
      return [storableText(name), readValue(value)]
    }),
  )
}

function readValue(value: unknown): string | number | boolean | null {
  if (typeof value === 'string') return cutText(storableText(value), VALUE_LENGTH)
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  throw invalid('A value must be a text, a number, true, false or null.')
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', message, { field: 'input.attributes' })
}
