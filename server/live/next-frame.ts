import { MessageType } from 'graphql-ws'

/** The last fragment of a text message, and its first (RFC 6455, 5.2). */
const WHOLE_TEXT = 0x81
/** Lengths from these on are in 2 and in 8 bytes of their own. */
const LONG = 126
const VERY_LONG = 65_536

/**
 * A result, already JSON, as a Next message (graphql-transport-ws) of the operation in a WebSocket frame. Screens whose
 * operations have the same id get the same bytes, which are made once and are one write: the library would make the
 * message and its header for each, and write them as two parts.
 */
export function nextFrame(id: string, result: string): Buffer {
  const message = `{"id":${JSON.stringify(id)},"type":"${MessageType.Next}","payload":${result}}`
  const length = Buffer.byteLength(message)
  const start = length < LONG ? 2 : length < VERY_LONG ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = WHOLE_TEXT
  if (start === 2) frame[1] = length
  else if (start === 4) {
    frame[1] = LONG
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LONG + 1
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(message, start)
  return frame
}
