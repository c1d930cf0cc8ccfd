import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApiDocument } from '../../server/rest/openapi/document.ts'
import type { Operation, PathItem } from '../../server/rest/openapi/operation.ts'

/** The document as a client reads it: from JSON. */
export const document = JSON.parse(JSON.stringify(openApiDocument('http://localhost:4000'))) as {
  paths: { [path: string]: PathItem }
  webhooks: { [name: string]: PathItem }
  components: { schemas: { [name: string]: object } }
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(document, 'document')
ajv.addSchema(closed(document) as object, 'closed')

/** The same with objects that have no other properties than those that are named. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]))
  const isObject = parts.type === 'object' && typeof parts.properties === 'object'
  return isObject ? { additionalProperties: false, ...parts } : parts
}

/** What is wrong with a value by the schema at this place of the document; empty when nothing is. */
export function mistakesOf(value: unknown, place: readonly string[]): string[] {
  return mistakesIn('document', value, place)
}

/** The same, also of what the document leaves open for later versions: a property that it does not name is a mistake. */
export function mistakesOfSent(value: unknown, place: readonly string[]): string[] {
  return mistakesIn('closed', value, place)
}

function mistakesIn(id: 'document' | 'closed', value: unknown, place: readonly string[]): string[] {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
  const validate = ajv.getSchema(`${id}#/${pointer.join('/')}`)
  if (!validate) throw new Error(`There is no schema at ${place.join(' ')}`)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The place of a schema with a name. */
export const component = (name: string) => ['components', 'schemas', name]

type Method = 'get' | 'post'

/** Every operation that clients call. */
export function operations(): { path: string; method: Method; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
}

/** Fails unless the answer is what the document says of this status. Returns its body. */
export async function conforms(response: Response, path: string, method: Method): Promise<unknown> {
  const text = await response.text()
  const status = String(response.status)
  const responses = document.paths[path]?.[method]?.responses
  if (!responses?.[status]) throw new Error(`${method} ${path} answers ${status}, which is not documented`)
  const json = JSON.parse(text)
  const media = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
  const mistakes = mistakesOf(json, media)
  if (mistakes.length > 0) throw new Error(`${method} ${path} ${status} ${text}: ${mistakes.join('; ')}`)
  return json
}
