import { listen } from './listen.ts'

/** Starts the client's server of this process; the answer is its address. */
export interface ListenAsClient {
  kind: 'listen-as-client'
}

const LIMIT_MS = 5_000
let onMessage: (body: string) => void = () => {}

export function listenAsClient(): Promise<string> {
  return listen((body) => {
    onMessage(body)
    return '{"result":"ok"}'
  })
}

/** Resolves when the client's server gets a message with the marker in it. */
export function untilReceived(marker: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('a message does not arrive')), LIMIT_MS)
    onMessage = (body) => {
      if (!body.includes(marker)) return
      clearTimeout(timer)
      resolve()
    }
  })
}
