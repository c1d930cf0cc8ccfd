import type { Visitor } from '../../generated/prisma/client.ts'

/** What clients tell with every message, and operators may change. */
const FIELDS = ['name', 'email', 'phone'] as const

type Told = Partial<Record<(typeof FIELDS)[number], string | null>>

/**
 * What the client told of fields that somebody else has changed. Clients send the same name with every message: that
 * must not undo the change.
 */
export function toldOf({ told }: Pick<Visitor, 'told'>): Told {
  return (told as Told | null) ?? {}
}

/** The same after somebody else has changed these fields. */
export function keepTold(before: Visitor, changes: Partial<Visitor>): Told {
  const told = toldOf(before)
  for (const field of FIELDS) {
    if (changes[field] !== undefined && !(field in told) && changes[field] !== before[field]) {
      told[field] = before[field]
    }
  }
  return told
}
