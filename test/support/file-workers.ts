import { FileWorkers } from '../../server/files/file-workers.ts'

let started: FileWorkers | undefined

/**
 * Looks into the files of all installations of this test process. Each would otherwise start processes of its own, which
 * yield to everything else and give strangers little time: on a busy machine, files would be refused or waited for long.
 */
export function sharedFileWorkers(): FileWorkers {
  started ??= new FileWorkers({ nice: 0, limitMs: 60_000, visitorLimitMs: 60_000, visitorWaitMs: 60_000 })
  return started
}
