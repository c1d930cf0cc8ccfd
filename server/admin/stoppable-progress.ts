import { createStartProgress, type StartProgress } from '../process/start-progress.ts'
import { StoreError } from '../stores/store-error.ts'

/**
 * The progress of a command that takes long. After a Ctrl-C, a SIGTERM or the end of its terminal, its next step throws a
 * {@link StoreError}, so that the command removes what it has made. A second signal ends the process at once.
 */
export function createStoppableProgress(): StartProgress {
  const progress = createStartProgress(process.stderr)
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The command no longer ends at once, nor does its database.
    process.removeAllListeners(signal).once(signal, () => {
      isStopped = true
      progress.clear()
      console.error('Stopping after this step.')
    })
  }
  return {
    ...progress,
    show(step) {
      if (isStopped) throw new StoreError('It was stopped.')
      progress.show(step)
    },
  }
}
