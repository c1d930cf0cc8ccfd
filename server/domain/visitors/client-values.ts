import type { Visitor } from '../../generated/prisma/client.ts'

/** Data that visitors, or clients on their behalf, provide, and others may change. */
const FIELDS = ['name', 'email', 'phone', 'description'] as const

type ClientValues = Partial<Record<(typeof FIELDS)[number], string | null>>

/**
 * The client's values of fields that somebody else has changed. Clients send the same name with every message: that
 * must not undo the change.
 */
export function clientValuesOf({ told }: Pick<Visitor, 'told'>): ClientValues {
  return (told as ClientValues | null) ?? {}
}

/** The data that a visitor provided, without the data from bots and operators. */
export function providedDataOf(visitor: Visitor): Pick<Visitor, (typeof FIELDS)[number]> {
  const { name, email, phone, description } = visitor
  return { name, email, phone, description, ...clientValuesOf(visitor) }
}

/** The client's values, after somebody else has changed these fields. */
export function keepClientValues(before: Visitor, changes: Partial<Visitor>): ClientValues {
  const told = clientValuesOf(before)
  for (const field of FIELDS) {
    if (changes[field] !== undefined && !(field in told) && changes[field] !== before[field]) {
      told[field] = before[field]
    }
  }
  return told
}
