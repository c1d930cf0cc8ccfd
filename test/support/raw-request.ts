import { connect } from 'node:net'

/** Sends bytes as they are and gives what came back when the other side has closed the connection. */
export function sendRaw(url: string, ...chunks: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect(Number(port), hostname, () => {
      for (const chunk of chunks) socket.write(chunk)
    })
    socket.on('data', (data) => received.push(data))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => resolve(Buffer.concat(received).toString()))
  })
}
