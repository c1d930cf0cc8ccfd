import { type ErrorCode, errorStatus, restStatus } from '../../errors.ts'
import type { JsonSchema } from './schema-of.ts'

/** A message body with named examples, as OpenAPI writes it. */
export interface Content {
  [mediaType: string]: { schema: JsonSchema; examples?: { [name: string]: { value: unknown } } }
}

export interface Response {
  description: string
  headers?: { [name: string]: unknown }
  content?: Content
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: { [scheme: string]: string[] }[]
  parameters?: object[]
  requestBody?: { required: boolean; description?: string; content: Content }
  responses: { [status: string]: Response }
}

export interface PathItem {
  parameters?: object[]
  get?: Operation
  post?: Operation
}

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** A JSON body, with examples by their names. */
export function jsonContent(schema: JsonSchema, examples?: { [name: string]: unknown }): Content {
  if (!examples) return { 'application/json': { schema } }
  const named = Object.entries(examples).map(([name, value]) => [name, { value }])
  return { 'application/json': { schema, examples: Object.fromEntries(named) } }
}

/**
 * A response for each status of these codes, and one for everything else (an unavailable store, a bug). The statuses
 * come from the table of errors.
 */
export function errorResponses(codes: readonly ErrorCode[]): { [status: string]: Response } {
  const responses: { [status: string]: Response } = {}
  for (const status of new Set(codes.map((code) => errorStatus[code]))) {
    const own = codes.filter((code) => errorStatus[code] === status)
    const code = { properties: { error: { properties: { code: { enum: own } } } } }
    responses[status] = {
      description: own.map((each) => `\`${each}\``).join(', '),
      ...(own.some((each) => waits.has(each)) && { headers: { 'Retry-After': retryAfter } }),
      content: jsonContent({ allOf: [reference('Error'), code] }),
    }
  }
  responses.default ??= {
    description:
      'Any other error: 503 `service_unavailable` while the server is overloaded or a database is unavailable, 500 `internal_error`.',
    content: jsonContent(reference('Error')),
  }
  return responses
}

const waits = new Set<ErrorCode>(['too_many_requests', 'service_unavailable'])
const retryAfter = {
  description: 'How many seconds to wait before trying again.',
  schema: { type: 'integer', minimum: 1 },
}

/** The body of every error (open points, "Rules for everything that comes in"). */
export const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      additionalProperties: false,
      properties: {
        code: { type: 'string', enum: Object.keys(restStatus) },
        message: { type: 'string', description: 'For people; the wording may change.' },
        field: { type: 'string', description: 'The invalid field, such as `message.text`.' },
      },
    },
  },
}
