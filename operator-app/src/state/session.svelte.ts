import { whenSignedOut } from '../graphql/create-client.ts'
import { mutate, query } from '../graphql/request.ts'
import { signOutMutation, type Viewer, viewerQuery } from '../graphql/session.ts'

const RETRY_AFTER_MS = 3_000

/** Who is signed in; separate because it outlives the workspace of any one user. */
class Session {
  #status = $state<'loading' | 'failed' | 'signed-out' | 'signed-in'>('loading')
  #timer: ReturnType<typeof setTimeout> | undefined
  #viewer = $state.raw<Viewer | null>(null)
  #wasEnded = $state(false)

  get status() {
    return this.#status
  }

  get viewer() {
    return this.#viewer
  }

  /** Signed out by somebody or something else: the user here did not request it. */
  get wasEnded() {
    return this.#wasEnded
  }

  /** Asks the server who is signed in. Never throws: `status` says how it went. */
  async load(): Promise<void> {
    try {
      const { viewer } = await query(viewerQuery, {})
      if (viewer) this.begin(viewer)
      else this.#lose()
    } catch {
      if (this.#status !== 'signed-in') this.#failed()
    }
  }

  /** A page that was opened while the server restarts comes up by itself. */
  #failed(): void {
    this.#status = 'failed'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.load(), RETRY_AFTER_MS)
  }

  begin(viewer: Viewer): void {
    clearTimeout(this.#timer)
    this.#viewer = viewer
    this.#status = 'signed-in'
    this.#wasEnded = false
  }

  /** Ends the session on the server, then here. Throws RequestError when the server is not reached. */
  async signOut(): Promise<void> {
    await mutate(signOutMutation, {})
    this.#end()
  }

  #lose(): void {
    if (this.#status === 'signed-in') this.#wasEnded = true
    this.#end()
  }

  #end(): void {
    this.#viewer = null
    this.#status = 'signed-out'
  }

  listen(): void {
    whenSignedOut(() => this.#lose())
  }
}

export const session = new Session()
