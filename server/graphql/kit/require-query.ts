import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

/** Refuses a body that asks for nothing, as `{}` does. Throws `invalid_request`. */
export async function requireQuery({ method, body }: Pick<FastifyRequest, 'method' | 'body'>): Promise<void> {
  // Several operations are refused by the library, in its own words.
  if (method !== 'POST' || (Array.isArray(body) && body.length > 0)) return
  const { query } = Object(body) as { query?: unknown }
  if (query === undefined || query === null || (typeof query === 'string' && query.trim() === ''))
    throw new AppError(
      'invalid_request',
      'The body must be a JSON object with the GraphQL document in "query", for example {"query":"{ viewer { email } }"}.',
    )
}
