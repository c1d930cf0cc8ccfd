import { credentialOf } from '../domain/sessions/find-current-viewers.ts'
import type { Viewer } from '../domain/viewer.ts'
import { isOperatorSocket, type Socket } from './socket.ts'

/** The open sockets of this process, which know how many each session or API token has. */
export class OpenSockets extends Set<Socket> {
  readonly #counts = new Map<string, number>()

  countOf(viewer: Viewer): number {
    return this.#counts.get(credentialOf(viewer)) ?? 0
  }

  override add(socket: Socket): this {
    if (isOperatorSocket(socket))
      this.#counts.set(credentialOf(socket.principal), this.countOf(socket.principal) + 1)
    return super.add(socket)
  }

  override delete(socket: Socket): boolean {
    const isOpen = super.delete(socket)
    if (isOpen && isOperatorSocket(socket)) {
      const left = this.countOf(socket.principal) - 1
      if (left > 0) this.#counts.set(credentialOf(socket.principal), left)
      else this.#counts.delete(credentialOf(socket.principal))
    }
    return isOpen
  }
}
