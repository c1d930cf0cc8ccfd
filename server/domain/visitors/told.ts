import type { Visitor } from '../../generated/prisma/client.ts'

/** Data that visitors, or clients on their behalf, provide, and others may change. */
const FIELDS = ['name', 'email', 'phone', 'description'] as const

type Told = Partial<Record<(typeof FIELDS)[number], string | null>>

/**
 * The client's values of fields that somebody else has changed. Clients send the same name with every message: that
 * must not undo the change.
 */
export function toldOf({ told }: Pick<Visitor, 'told'>): Told {
  return (told as Told | null) ?? {}
}

/** The data that a visitor provided, without the data from bots and operators. */
export function saidOf(visitor: Visitor): Pick<Visitor, (typeof FIELDS)[number]> {
  const { name, email, phone, description } = visitor
  return { name, email, phone, description, ...toldOf(visitor) }
}

/** The client's values, after somebody else has changed these fields. */
export function keepTold(before: Visitor, changes: Partial<Visitor>): Told {
  const told = toldOf(before)
  for (const field of FIELDS) {
    if (changes[field] !== undefined && !(field in told) && changes[field] !== before[field]) {
      told[field] = before[field]
    }
  }
  return told
}
