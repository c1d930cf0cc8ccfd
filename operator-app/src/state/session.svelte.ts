import { tick } from 'svelte'
import { showScreenOf } from '../browser/request-headers.ts'
import { whenSignedOut } from '../graphql/create-client.ts'
import { mutate, query } from '../graphql/request.ts'
import { signOutMutation, type Viewer, viewerQuery } from '../graphql/session.ts'

const RETRY_AFTER_MS = 3_000

/**
 * Who is signed in; separate because it outlives the workspace of any one user. All tabs of a browser share a session,
 * and tell each other who has it.
 */
class Session {
  #tabs: BroadcastChannel | undefined
  #status = $state<'loading' | 'failed' | 'signed-out' | 'signed-in'>('loading')
  #timer: ReturnType<typeof setTimeout> | undefined
  #viewer = $state.raw<Viewer | null>(null)
  #wasEnded = $state(false)
  #asked = Promise.resolve()
  #isQueued = false
  /** The page is about to be loaded again. */
  #isOver = false

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

  /**
   * Asks the server who is signed in, and once more when this is called meanwhile: the answer on its way may be from before
   * what the second call has heard of. Never throws: `status` says how it went.
   */
  load(): Promise<void> {
    if (!this.#isQueued) {
      this.#isQueued = true
      this.#asked = this.#asked.then(() => this.#ask())
    }
    return this.#asked
  }

  async #ask(): Promise<void> {
    this.#isQueued = false
    try {
      const { viewer } = await query(viewerQuery, {}, { asAnybody: true })
      if (this.#isOver) return
      if (!viewer) this.#lose()
      else if (this.#viewer && viewer.operator.id !== this.#operatorId) await this.#beginAnew()
      else this.begin(viewer)
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
    showScreenOf(viewer.operator.id)
    this.#tellTabs()
  }

  /** Somebody else has signed in in another tab. This screen must stop: whatever it did would be done in their name. */
  async #beginAnew(): Promise<void> {
    this.#isOver = true
    this.#viewer = null
    this.#status = 'loading'
    // The screen is taken down first, or its unsaved edits would hold the page.
    await tick()
    location.reload()
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
    this.#tellTabs()
  }

  listen(): void {
    whenSignedOut(() => void this.load())
    this.#tabs = new BroadcastChannel('switchboard.session')
    this.#tabs.onmessage = ({ data }) => {
      if (data !== this.#operatorId) void this.load()
    }
  }

  get #operatorId(): string | null {
    return this.#viewer?.operator.id ?? null
  }

  #tellTabs(): void {
    this.#tabs?.postMessage(this.#operatorId)
  }
}

export const session = new Session()
