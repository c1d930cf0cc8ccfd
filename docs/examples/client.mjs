// The smallest client server of a chat channel: it prints what operators answer.
//   node docs/examples/client.mjs [port]      (4010, where the demo channel sends its replies)
import { createServer } from 'node:http'

const port = Number(process.argv[2] ?? 4010)

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { sender, recipient, message } = JSON.parse(Buffer.concat(chunks).toString())
  console.log(`to ${JSON.stringify(recipient.id)} from ${sender.name ?? 'the service'}:`, message)
  response.setHeader('content-type', 'application/json').end('{"result":"ok"}')
})

server.listen(port, '127.0.0.1', () => console.log(`Waiting for replies on http://127.0.0.1:${port}/`))
