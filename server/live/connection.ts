import { CloseCode, type WebSocket as ProtocolSocket } from 'graphql-ws'
import type { RawData, WebSocket } from 'ws'
import { describeError } from '../process/describe-error.ts'
import type { Services } from '../services.ts'

/** A socket as the protocol's server uses it. What it keeps for each socket is small, because there are tens of thousands. */
export class Connection implements ProtocolSocket {
  readonly #socket: WebSocket
  readonly #log: Services['log']

  constructor(socket: WebSocket, log: Services['log']) {
    this.#socket = socket
    this.#log = log
  }

  get protocol(): string {
    return this.#socket.protocol
  }

  send(data: string): Promise<void> {
    return new Promise((resolve) => {
      // What a socket that closes, or whose client has vanished, no longer gets is not an error.
      if (this.#socket.readyState !== this.#socket.OPEN) resolve()
      else this.#socket.send(data, () => resolve())
    })
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason)
  }

  /** The promise of a subscription lasts as long as it does: whoever waited for it would keep the message in memory. */
  onMessage(receive: (data: string) => Promise<void>): void {
    const failed = (error: unknown) => this.#fail(error)
    this.#socket.on('message', (data: RawData) => {
      receive(String(data)).catch(failed)
    })
  }

  #fail(error: unknown): void {
    this.#log.error(describeError(error), 'a message of a socket failed')
    this.#socket.close(CloseCode.InternalServerError, 'Internal server error')
  }
}
