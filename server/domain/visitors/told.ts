import type { Visitor } from '../../generated/prisma/client.ts'

/** What visitors, or clients for them, tell of themselves, and others may change. */
const FIELDS = ['name', 'email', 'phone', 'description'] as const

type Told = Partial<Record<(typeof FIELDS)[number], string | null>>

/**
 * What the client told of fields that somebody else has changed. Clients send the same name with every message: that
 * must not undo the change.
 */
export function toldOf({ told }: Pick<Visitor, 'told'>): Told {
  return (told as Told | null) ?? {}
}

/** What a visitor has said of themselves, without what bots and operators have written down about them. */
export function saidOf(visitor: Visitor): Pick<Visitor, (typeof FIELDS)[number]> {
  const { name, email, phone, description } = visitor
  return { name, email, phone, description, ...toldOf(visitor) }
}

/** What the client told, after somebody else has changed these fields. */
export function keepTold(before: Visitor, changes: Partial<Visitor>): Told {
  const told = toldOf(before)
  for (const field of FIELDS) {
    if (changes[field] !== undefined && !(field in told) && changes[field] !== before[field]) {
      told[field] = before[field]
    }
  }
  return told
}
