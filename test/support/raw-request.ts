import { connect } from 'node:net'

/** Sends bytes as they are and gives all that comes back; the request must ask for the connection to be closed. */
export async function rawRequest(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const answer: Buffer[] = []
    socket.on('data', (chunk) => answer.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(answer).toString()))
    socket.write(bytes)
  })
}
