/** The channel of the examples: its full address, and the address that its replies go to. */
export interface ExampleTarget {
  address: string
  replyUrl: string
}

const message = (name: string) => ({
  sender: { id: 'visitor-1', name, email: 'visitor@example.com' },
  message: { type: 'text', text: 'Hello, is anybody there?' },
})

/** Asks whether operators are available (contract A1). */
export const statusExamples = {
  curl: ({ address }: ExampleTarget) => `curl ${address}/status`,
  js: ({ address }: ExampleTarget) =>
    `const response = await fetch('${address}/status')
console.log((await response.json()) === 1 ? 'available' : 'nobody there')`,
}

/** Sends a visitor's message (contract A2). */
export const sendExamples = {
  curl: ({ address }: ExampleTarget) =>
    `curl ${address} \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(message('Curl visitor'))}'`,
  js: ({ address }: ExampleTarget) =>
    `const response = await fetch('${address}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${indent(JSON.stringify(message('JavaScript visitor'), null, 2))}),
})
console.log(await response.json())`,
}

/** A whole client server that prints the replies (contract A3). */
export function serverExample({ replyUrl }: ExampleTarget): string {
  const { port, protocol, pathname, search } = new URL(replyUrl)
  const listenOn = port || (protocol === 'https:' ? '443' : '80')
  return `// Save as client.mjs and run: node client.mjs
import { createServer } from 'node:http'

createServer(async (request, response) => {
  if (request.method !== 'POST' || request.url !== '${pathname}${search}') {
    response.writeHead(404).end()
    return
  }
  let body = ''
  for await (const chunk of request) body += chunk
  const { sender, recipient, message } = JSON.parse(body)
  console.log(\`\${sender?.name ?? 'Operator'} to \${recipient.id}: \${message.text ?? message.type}\`)
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ result: 'ok' }))
}).listen(${listenOn})`
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
