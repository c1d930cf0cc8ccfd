import { encodeGlobalId } from '../../server/graphql/kit/global-id.ts'
import { schema } from '../../server/graphql/schema.ts'

/** What a test reads of an answer without knowing its type: wrong paths show as undefined in the assertion. */
// biome-ignore lint/suspicious/noExplicitAny: the document is a string, so nothing knows the shape of its data
export type Data = any

export interface GraphQLAnswer {
  status: number
  data: Data
  errors: { message: string; path?: string[]; extensions?: { code?: string } }[] | undefined
  /** The whole Set-Cookie header. */
  setCookie: string | null
}

export interface Caller {
  cookie?: string
  /** An API token. */
  token?: string
  /** The caller's IP address, as a proxy in front tells it. */
  address?: string
  /** Further headers. */
  headers?: Record<string, string>
}

export type Execute = (query: string, variables?: Record<string, unknown>) => Promise<GraphQLAnswer>

/** Runs documents over HTTP, as one caller. */
export function graphqlAs(url: string, { cookie, token, address, headers: more }: Caller = {}): Execute {
  const headers = {
    'content-type': 'application/json',
    'x-graphql-yoga-csrf': '1',
    ...(cookie && { cookie }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(address && { 'x-forwarded-for': address }),
    ...more,
  }
  return async (query, variables = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as Pick<GraphQLAnswer, 'data' | 'errors'>
    return { status: response.status, data, errors, setCookie: response.headers.get('set-cookie') }
  }
}

/** The Cookie header that a browser sends after this Set-Cookie. */
export function cookieOf({ setCookie }: GraphQLAnswer): string {
  return setCookie?.split(';')[0] ?? ''
}

/**
 * Runs one mutation and gives its payload. `selection` is what to read besides `userErrors`, whose codes must be among
 * those that the mutation declares.
 */
export async function mutate(
  execute: Execute,
  name: string,
  input?: Record<string, unknown>,
  selection = '',
): Promise<Data> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const payload = `{ ${selection} userErrors { code message field } }`
  const answer = input
    ? await execute(`mutation ($input: ${type}!) { ${name}(input: $input) ${payload} }`, { input })
    : await execute(`mutation { ${name} ${payload} }`)
  if (answer.errors) throw new Error(JSON.stringify(answer.errors))
  for (const { code } of answer.data[name].userErrors) {
    if (!declaredCodes(name).includes(code)) throw new Error(`${name} does not declare ${code}`)
  }
  return answer.data[name]
}

/** The codes that a mutation's description names. */
export function declaredCodes(mutation: string): readonly string[] {
  return schema.getMutationType()?.getFields()[mutation]?.extensions.userErrors as readonly string[]
}

export { encodeGlobalId as globalId }
