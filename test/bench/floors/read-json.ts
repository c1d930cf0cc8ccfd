import type { IncomingMessage } from 'node:http'

/** The body of a request, parsed. */
export function readJson<Body>(request: IncomingMessage): Promise<Body> {
  return new Promise((resolve, reject) => {
    let text = ''
    request.setEncoding('utf8').on('error', reject)
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => resolve(JSON.parse(text)))
  })
}

/** What of a visitor's message a floor stores. */
export interface VisitorMessage {
  sender: { id: string }
  message: { text: string }
}
