import { z } from 'zod'

/** A JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
export interface JsonSchema {
  type?: string | string[]
  properties?: { [name: string]: JsonSchema }
  required?: readonly string[]
  [keyword: string]: unknown
}

/**
 * The JSON Schema of what to send where a zod schema parses: if it accepts several forms, the first, which is the
 * exact one. Rules that only code can check are in the descriptions.
 */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type !== 'union') return
      const { anyOf, type } = jsonSchema
      delete jsonSchema.anyOf
      if (anyOf) Object.assign(jsonSchema, anyOf[0])
      else if (Array.isArray(type)) jsonSchema.type = type[0]
    },
  })
  return json as JsonSchema
}

/** The named properties of an object's schema. */
export function pickProperties({ properties = {} }: JsonSchema, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, properties[name] ?? {}]))
}
