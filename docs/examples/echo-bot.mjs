// A bot in ten lines: it repeats what the visitor writes, and fetches a person when the visitor asks for one.
//   node docs/examples/echo-bot.mjs        (npm run example:bot connects it and starts it)
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const port = 4011

function answer({ event, client_id, chat_id, message }) {
  if (event !== 'CLIENT_MESSAGE') return {}
  const about = { id: randomUUID(), client_id, chat_id }
  if (/person|human|operator/i.test(message.text)) return { event: 'INVITE_AGENT', ...about }
  const text = `You wrote “${message.text}”. Write “person” to talk to somebody.`
  return { event: 'BOT_MESSAGE', ...about, message: { type: 'TEXT', text } }
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const event = JSON.parse(Buffer.concat(chunks).toString())
  console.log(event.event, event.message?.text ?? '')
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(event)))
})

server.listen(port, '127.0.0.1', () => console.log(`The bot listens on http://127.0.0.1:${port}/`))
