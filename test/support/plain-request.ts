import { request as open } from 'node:http'

/** A request whose headers are sent as they are given, also those that `fetch` keeps for itself (Host). */
export function request(
  url: string,
  { headers = {} }: { headers?: Record<string, string> },
): Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const sent = open(url, { headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode, headers: response.headers }))
    })
    sent.on('error', reject)
    sent.end()
  })
}
