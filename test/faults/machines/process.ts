import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { holdsWithin } from '../wait.ts'

/** One process of the installation, which keeps its name, address and variables when it is started again. */
export interface Switchboard {
  name: string
  role: 'web' | 'worker'
  /** Where it listens, without a slash at the end. */
  url: string
  /** What it has written, of all its lives. */
  logFile: string
  /** Its next start runs this program. */
  program: string
  /** Further variables of its next start. */
  extra: Record<string, string>
  /** How often it has ended without having been asked to. */
  readonly lost: number
  /** Resolves when it says that it is ready. Throws when it is not in time. */
  start(): Promise<void>
  signal(signal: NodeJS.Signals): void
  /** Ends it; resolves with the exit code, null when the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  isReady(): Promise<boolean>
}

interface Options {
  name: string
  role: 'web' | 'worker'
  url: string
  logFile: string
  program: string
  /** What starts it, before the program's name: `ip netns exec …`. */
  within: string[]
  variables: Record<string, string>
}

const START_LIMIT_MS = 120_000
const ASK_LIMIT_MS = 2_000

export function createProcess({ within, variables, ...given }: Options): Switchboard {
  const { name, role, url, logFile } = given
  let child: ChildProcess | undefined
  let lost = 0
  const isReady = () =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ASK_LIMIT_MS) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const onLost = () => {
    lost++
    child = undefined
  }
  return {
    ...{ name, role, url, logFile, isReady },
    program: given.program,
    extra: {},
    get lost() {
      return lost
    },
    async start() {
      const [command = '', ...args] = [...within, process.execPath, '--enable-source-maps', this.program]
      const { port, hostname } = new URL(url)
      const env = { ...variables, HOST: hostname, PORT: port, ROLE: role, ...this.extra }
      const log = openSync(logFile, 'a')
      child = spawn(command, args, { env, stdio: ['ignore', log, log] })
      closeSync(log)
      child.once('exit', onLost)
      if (await holdsWithin(START_LIMIT_MS, async () => !isRunning() || (await isReady()))) {
        if (isRunning()) return
      }
      throw new Error(`${name} does not become ready: see ${logFile}`)
    },
    signal: (signal) => void child?.kill(signal),
    async end(signal) {
      const ending = child
      if (!ending || !isRunning()) return null
      ending.off('exit', onLost)
      const exited = once(ending, 'exit') as Promise<[number | null]>
      // One that was stopped would not hear of SIGTERM.
      ending.kill('SIGCONT')
      ending.kill(signal)
      const [code] = await exited
      child = undefined
      return code
    },
  }
}
