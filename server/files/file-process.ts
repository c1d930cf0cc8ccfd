import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { type FileAnswer, type FileTask, fileJobs } from './file-jobs.ts'

/**
 * A decoder that has run wild blocks the main thread, so another thread watches the memory, and whether the
 * parent, which keeps the time, is still there.
 */
const WATCH = `
  const { memoryBytes } = require('node:worker_threads').workerData
  const parent = process.ppid
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, 20)`

async function answer({ job, input }: FileTask): Promise<FileAnswer> {
  try {
    // A job comes with its own input, which the compiler cannot see of two fields.
    return { result: await fileJobs[job](input as never) }
  } catch (error) {
    return error instanceof AppError ? { refused: error.message } : { failed: true }
  }
}

const memoryBytes = Number(process.argv[2])
new Worker(WATCH, { eval: true, execArgv: [], workerData: { memoryBytes } }).unref()
process.on('message', async (task: FileTask) => process.send?.(await answer(task)))
process.send?.('ready')
// Ctrl-C in a terminal reaches the whole group, and the parent still finishes what is in hand.
process.on('SIGINT', () => undefined)
