import type { Socket } from './socket.ts'

/**
 * Sends whole frames past the library, which compresses nothing and so never has one waiting: order is kept. Only what
 * the connection does not take at once is waited for. False when the frame could not be written.
 */
export function frameSender({
  socket,
  stream,
}: Pick<Socket, 'socket' | 'stream'>): (frame: Buffer) => boolean | Promise<boolean> {
  return (frame) => {
    // A socket that closes ends its subscription; results that it no longer gets are not an error.
    if (socket.readyState !== socket.OPEN) return false
    stream.write(frame)
    if (stream.writableLength === 0) return !stream.errored
    return new Promise((resolve) => stream.write('', (error) => resolve(!error)))
  }
}
