import { once } from 'node:events'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { expect } from 'vitest'
import { findFreePort } from '../../server/stores/find-free-port.ts'

/** One mail as it came in. */
interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  /** Unfolded, with names in lower case. */
  headers: [name: string, value: string][]
  text: string
  html: string
}

/** The code with which the server replies to the recipient (`rcpt`) or the content (`data`); 250 unless given. */
interface Reply {
  rcpt?: number
  data?: number
  /** Never replies to the content. */
  hang?: boolean
}

export interface MailServer {
  readonly url: string
  /** What arrived, also what was then refused. */
  readonly mails: ReceivedMail[]
  /** How many connections were made. */
  readonly connections: number
  reply(reply: Reply): void
  /** The mails to this address, as soon as there are so many. */
  waitFor(to: string, count?: number): Promise<ReceivedMail[]>
  stop(): Promise<void>
  restart(): Promise<void>
}

/** A real SMTP server on loopback, whose replies can be changed in mid-test. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let current: Reply = {}
  const port = await findFreePort()
  let connections = 0
  let server: SMTPServer
  const open = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      // Nobody is known here; whoever does not sign in may send.
      onAuth: (_auth, _session, callback) => callback(new Error('Invalid credentials')),
      closeTimeout: 100,
      onConnect(_session, callback) {
        connections++
        callback()
      },
      onRcptTo: (_address, _session, callback) => callback(refusal(current.rcpt)),
      async onData(stream, session, callback) {
        mails.push(parse(await readText(stream), session))
        if (!current.hang) callback(refusal(current.data))
      },
    })
    // A client that is killed is no error of the server's.
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
  }
  await open()
  return {
    get url() {
      return `smtp://127.0.0.1:${port}`
    },
    mails,
    get connections() {
      return connections
    },
    reply(reply) {
      current = reply
    },
    async waitFor(to, count = 1) {
      const found = () => mails.filter((mail) => mail.to.includes(to))
      await expect.poll(() => found().length).toBeGreaterThanOrEqual(count)
      return found()
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
    restart: open,
  }
}

function refusal(code = 250): Error | null {
  return code < 300 ? null : Object.assign(new Error('not this one'), { responseCode: code })
}

function parse(raw: string, { envelope }: SMTPServerSession): ReceivedMail {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = readHeaders(head)
  const boundary = /boundary="([^"]+)"/.exec(
    headers.find(([name]) => name === 'content-type')?.[1] ?? '',
  )?.[1]
  const parts = rest
    .join('\r\n\r\n')
    .split(`--${boundary}`)
    .map((part) => part.trim().split('\r\n\r\n'))
  const body = (type: string) => {
    const [partHead = '', ...content] = parts.find(([part]) => part?.includes(type)) ?? []
    return decode(content.join('\r\n\r\n'), partHead)
  }
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    raw,
    headers,
    text: body('text/plain'),
    html: body('text/html'),
  }
}

function readHeaders(head: string): ReceivedMail['headers'] {
  return head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
}

function decode(content: string, head: string): string {
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return content.replaceAll('\r\n', '\n')
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
