import { onDestroy } from 'svelte'
import {
  checkInstallationMutation,
  type Installation,
  type InstallationCheck,
  installationQuery,
} from '../../graphql/installation.ts'
import { mutate, query } from '../../graphql/request.ts'

/** Processes write every ten seconds what they do. */
const EVERY_MS = 10_000

/**
 * The state of the installation, read again and again while somebody looks at it. Not in the cache of the configuration: no
 * event tells when it changes.
 */
class InstallationState {
  #installation = $state.raw<Installation | null>(null)
  #readAt = $state<string | null>(null)
  #hasFailed = $state(false)
  #ownCheck = $state.raw<InstallationCheck | null>(null)
  #isReading = false

  /** Null until it was read. */
  get installation() {
    return this.#installation
  }

  /** When it was last read. */
  get readAt() {
    return this.#readAt
  }

  /** It could not be read this time. */
  get hasFailed() {
    return this.#hasFailed
  }

  /** The newest run of the checks. The viewer's own has their test mail, too. */
  get check(): InstallationCheck | null {
    const last = this.#installation?.lastCheck ?? null
    const own = this.#ownCheck
    return own && !(last && last.checkedAt > own.checkedAt) ? own : last
  }

  async load(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      const { installation } = await query(installationQuery, {})
      this.#installation = installation
      this.#readAt = new Date().toISOString()
      this.#hasFailed = false
    } catch {
      this.#hasFailed = true
    } finally {
      this.#isReading = false
    }
  }

  /** Runs the checks; why they were refused, if they were. Throws RequestError. */
  async runChecks({ sendsTestMail }: { sendsTestMail: boolean }): Promise<string | undefined> {
    const { checkInstallation } = await mutate(checkInstallationMutation, { input: { sendsTestMail } })
    if (checkInstallation.check) this.#ownCheck = checkInstallation.check
    return checkInstallation.userErrors[0]?.message
  }
}

/** The state of the installation for as long as the component that shows it. */
export function useInstallation(): InstallationState {
  const state = new InstallationState()
  const load = () => {
    if (document.visibilityState === 'visible') void state.load()
  }
  load()
  const timer = setInterval(load, EVERY_MS)
  document.addEventListener('visibilitychange', load)
  onDestroy(() => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', load)
  })
  return state
}

export type { InstallationState }
