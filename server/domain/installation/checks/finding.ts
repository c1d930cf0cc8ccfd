import type { Env } from '../../../process/env.ts'

/** What a check has found, and what to do if it is not good. */
export interface Finding {
  /** `failed`: something does not work. `warning`: it works, but perhaps not for long or not for everyone. */
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  /** One sentence without secrets. */
  found: string
  /** What to do; absent when nothing is to be done. */
  advice?: string
}

/** What the checks look at. */
export interface CheckContext {
  env: Env
  /** Throws when there is no database. */
  databaseUrl(): Promise<string>
  /** Where a mail is sent to try it; undefined: none is sent. */
  mailTo: string | undefined
  /** An address on the Internet that is called to try it; undefined: none is called. */
  outgoing: string | undefined
}

export type Check = (context: CheckContext) => Promise<Finding>

export const ok = (found: string): Finding => ({ state: 'ok', found })
export const skipped = (found: string): Finding => ({ state: 'skipped', found })
export const warning = (found: string, advice: string): Finding => ({ state: 'warning', found, advice })
export const failed = (found: string, advice: string): Finding => ({ state: 'failed', found, advice })
