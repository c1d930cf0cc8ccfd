import type { RefusedError, UserError } from '../errors.ts'
import type { TadaDocumentNode } from '../graphql.ts'
import { createBackoff } from './backoff.ts'
import { type InputOf, type Mutation, mutationOf } from './mutations.ts'
import { createQueue } from './queue.ts'
import { toJson } from './to-json.ts'

/** How long an answer may take. */
const LIMIT_MS = 20_000

interface RequestOptions {
  /** It is not sent again when the service cannot be reached. */
  once?: boolean
  /** It starts the visit: its input has the token, which may have expired, and no other is requested before it. */
  start?: boolean
}

/** Operations with the visitor's token. */
export interface Session {
  /** Renews the token when it has expired. */
  request<Data, Variables extends object>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
    options?: RequestOptions,
  ): Promise<Data>
  /**
   * Sends it when the one before has been answered, so that they take effect in their order. Rejects with a
   * `RefusedError` for what the visitor can do something about.
   */
  mutate<Name extends Mutation>(name: Name, input: InputOf<Name>): Promise<void>
}

/** An answer with neither is not the service's but, for example, a proxy's; the request is then sent again. */
interface Answer {
  data?: unknown
  errors?: { message: string; extensions?: { code?: string } }[]
}

type Payload = { userErrors: UserError[] } | null

/** `renew` gets another token, with `request`; until then, the earlier one is sent. */
export function createSession(
  origin: string,
  signal: AbortSignal,
  token: () => string | null,
  renew: () => Promise<unknown>,
): Session {
  let renewing: Promise<unknown> | null = null
  const inOrder = createQueue()

  /** Null when the service cannot answer now, and it makes sense to ask again. */
  async function post(body: string, known: string | false | null): Promise<Answer | null> {
    try {
      const response = await fetch(`${origin}/graphql`, {
        method: 'POST',
        credentials: 'omit',
        signal: AbortSignal.timeout(LIMIT_MS),
        headers: {
          'content-type': 'application/json',
          // It shows that a script sent it: no form of another page can.
          'x-svc-widget': '1',
          ...(known && { authorization: `Bearer ${known}` }),
        },
        body,
      })
      return response.status === 429 || response.status > 499 ? null : await response.json()
    } catch {
      return null
    }
  }

  async function request<Data>(
    query: unknown,
    variables: object,
    { once, start }: RequestOptions = {},
  ): Promise<Data> {
    const body = toJson({ query, variables })
    const backoff = createBackoff()
    for (let renewed = start; ; ) {
      const answer = await post(body, !start && token())
      if (signal.aborted) throw new Error('Removed.')
      const error = answer?.errors?.[0]
      if (answer?.data && !error) return answer.data as Data
      if (error?.extensions?.code === 'UNAUTHENTICATED' && !renewed) {
        renewed = true
        renewing ??= renew().finally(() => {
          renewing = null
        })
        await renewing
      } else if (error || once) throw new Error(error?.message)
      else await backoff.wait()
      // Nor is it sent again.
      if (signal.aborted) throw new Error('Removed.')
    }
  }

  return {
    request,
    mutate: (name, input) =>
      inOrder(async () => {
        const data = await request<Record<string, Payload>>(mutationOf(name), { input })
        expectAccepted(data[name] ?? null)
      }),
  }
}

/** Throws what the visitor can do something about. */
export function expectAccepted(payload: Payload): void {
  const userErrors = payload?.userErrors
  if (userErrors?.[0]) {
    throw Object.assign(new Error(userErrors[0].message), { userErrors }) satisfies RefusedError
  }
}
