import { Client } from 'undici'

export interface Target {
  origin: string
  path: string
  headers?: Record<string, string>
}

/** One keep-alive connection that sends one request after the other. */
export interface Connection {
  /** Resolves when the answer is complete. Without a body it is a GET. Throws when the status is not 200. */
  send(body?: string): Promise<void>
  close(): Promise<void>
}

/** Written on undici's lowest layer: what the client spends is missing on the side that is measured. */
export function connect({ origin, path, headers = {} }: Target): Connection {
  const client = new Client(origin, { pipelining: 1 })
  const send = (body?: string) =>
    new Promise<void>((resolve, reject) => {
      let status = 0
      const request = { path, headers, ...(body === undefined ? GET : { method: 'POST' as const, body }) }
      client.dispatch(request, {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode
        },
        onResponseData() {},
        onResponseEnd() {
          if (status === 200) resolve()
          else reject(new Error(`${path} answers ${status}`))
        },
        onResponseError(_controller, error) {
          reject(error)
        },
      })
    })
  return { send, close: () => client.close() }
}

const GET = { method: 'GET' as const }
