import type { Types } from './builder.ts'

/** The field of the input of mutations that create something once (`domain/create-once.ts`). */
export function idempotencyKey(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) {
  return {
    idempotencyKey: t.field({
      type: 'UUID',
      required: false,
      description:
        'A random UUID made by the caller. Within a day, the same key with the same input returns what was created before, so that a request without an answer can be repeated; with another input it is refused.',
    }),
  }
}
