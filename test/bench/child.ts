import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Another process of the benchmark, so that its work is not done in the event loop that is measured. */
export interface Child {
  /** Sends a message and resolves with the next one that comes back. Throws when the child fails or ends. */
  ask<Answer>(message: object): Promise<Answer>
  /** Ends the process and waits until it is gone. */
  stop(): Promise<void>
}

interface Reply {
  answer?: unknown
  error?: string
}

/** Runs a TypeScript file of this folder, for instance `load/main.ts`. */
export function startChild(file: string, env: Record<string, string> = {}): Child {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  return { ask: (message) => ask(child, message), stop: () => stopChild(child) }
}

function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a process of the benchmark ended (${code})`))
    child.once('exit', onExit)
    child.once('message', ({ answer, error }: Reply) => {
      child.off('exit', onExit)
      if (error === undefined) resolve(answer as Answer)
      else reject(new Error(error))
    })
    child.send(message)
  })
}

/** SIGTERM, and SIGKILL when that takes too long. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await exited
  clearTimeout(timer)
}

/** The child's side: answers every message with what `answer` makes of it. */
export function answerParent<Message>(answer: (message: Message) => Promise<unknown>): void {
  process.on('message', (message: Message) => {
    answer(message).then(
      (result) => process.send?.({ answer: result }),
      (error: Error) => process.send?.({ error: error.stack ?? error.message }),
    )
  })
  // A benchmark that was killed takes its processes along.
  process.on('disconnect', () => process.exit(0))
}
