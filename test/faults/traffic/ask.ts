/** What came back of a document of ours. A shape that is not there shows as undefined. */
// biome-ignore lint/suspicious/noExplicitAny: the document is a string, so nothing knows the shape of its data
export type Data = any

export interface Caller {
  url: string
  headers: Record<string, string>
}

/** Whoever waits longer gives up and asks again, which another process may answer. */
export const PATIENCE_MS = 8_000

/** Runs a document over HTTP. Throws when there is no answer, or one with errors. */
export async function ask(
  { url, headers }: Caller,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<{ data: Data; cookie: string }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1', ...headers },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const { data, errors } = (await response.json()) as { data: Data; errors?: { message: string }[] }
  if (errors?.[0]) throw new Error(errors[0].message)
  return { data, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

/** The payload of one mutation. Throws what the server refuses. */
export async function mutate(
  caller: Caller,
  name: string,
  input: Record<string, unknown>,
  selection: string,
): Promise<Data> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} userErrors { code message } } }`
  const { data } = await ask(caller, query, { input })
  const [refused] = data[name].userErrors
  if (refused) throw new Error(`${name}: ${refused.code} ${refused.message}`)
  return data[name]
}
