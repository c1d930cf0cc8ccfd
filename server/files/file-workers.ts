import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import { AppError } from '../errors.ts'
import { paths } from '../paths.ts'
import type { FileAnswer, FileJobName, FileTask, InspectInput, Inspection } from './file-jobs.ts'
import type { EncodedPicture } from './pictures/encode-picture.ts'
import { sanitizeFileName } from './sanitize-file-name.ts'

interface Options {
  /** Told how each file ended, after how many milliseconds. */
  onEnd?(job: FileJobName, outcome: 'done' | 'refused' | 'failed', durationMs: number): void
  /** How many processes there are at a time. */
  processes?: number
  /** How long one file of an operator may take. */
  limitMs?: number
  /** The same for a visitor. */
  visitorLimitMs?: number
  /** How long a visitor's file waits for its turn before it is refused, so that they know what happens. */
  visitorWaitMs?: number
  /** How much memory one process may use, including its code. */
  memoryBytes?: number
  /** How long a process waits for the next file before it ends. */
  idleMs?: number
  /** How much a process yields to others, from 0 to 19. The default is below everything that answers requests. */
  nice?: number
}

/** The sender of the file. */
export interface Sender {
  id: string
  /** Visitors are strangers, and many: they never occupy all processes, and operators come first. */
  isVisitor: boolean
}

interface FileProcess {
  child: ChildProcess
  /** It has looked into another file before. */
  isReady: boolean
}

interface WaitingTask {
  sender: Sender
  task: FileTask
  resolve(answer: FileAnswer): void
  /** Ends a visitor's wait. */
  patience?: NodeJS.Timeout
}

/** A picture of 50 megapixels takes up to three quarters of the memory, and of the time on a slow machine. */
const DEFAULTS = {
  onEnd: () => {},
  processes: 3,
  limitMs: 15_000,
  visitorLimitMs: 4_000,
  visitorWaitMs: 6_000,
  memoryBytes: 1024 * 1024 * 1024,
  idleMs: 30_000,
  nice: 10,
}
const START_MS = 60_000
/** How many files of visitors may wait, and again as many of operators. */
const MAX_WAITING = 200
const MAX_WAITING_OF_ONE = 20
/** For the objects of the parsers; pictures are outside of the heap. */
const HEAP_MEGABYTES = 256

/**
 * Inspects untrusted files in separate processes, which are killed when one takes too long or too much memory:
 * whatever a file contains, the server continues. Each sender has one process at a time, and all visitors together
 * have all but one. Among them, whoever has taken the least time recently is next.
 */
export class FileWorkers {
  readonly #options: Required<Options>
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()
  readonly #busy = new Map<string, { child: ChildProcess; isVisitor: boolean }>()
  /** How many milliseconds each sender has taken, which is forgotten a minute after the last file. */
  readonly #taken = new LRUCache<string, number>({ max: 10_000, ttl: 60_000 })
  #waiting: WaitingTask[] = []
  #isClosed = false

  constructor(options: Options = {}) {
    this.#options = { ...DEFAULTS, ...options }
  }

  /** How many files wait for a process. */
  get waitingCount(): number {
    return this.#waiting.length
  }

  /** Says what a file is and draws the thumbnail of a picture. A file that cannot be looked into is a DOCUMENT. Throws `service_unavailable`. */
  async inspect(sender: Sender, input: InspectInput): Promise<Inspection> {
    const answer = await this.#run(sender, { job: 'inspect', input })
    if ('result' in answer) return answer.result as Inspection
    const fileName = sanitizeFileName(input.name)
    return { found: { fileName, contentType: 'application/octet-stream', mediaType: 'DOCUMENT' } }
  }

  /** See `makePhoto`. Throws `unsupported_media_type`, `service_unavailable`. */
  async makePhoto(sender: Sender, path: string): Promise<EncodedPicture> {
    const answer = await this.#run(sender, { job: 'photo', input: path })
    if ('result' in answer) return answer.result as EncodedPicture
    const reason = 'refused' in answer ? answer.refused : 'This picture takes too long to decode.'
    throw new AppError('unsupported_media_type', reason)
  }

  /** Kills the running processes: nobody waits for their results any more. */
  close(): void {
    this.#isClosed = true
    for (const { resolve, patience } of this.#waiting) {
      clearTimeout(patience)
      resolve({ failed: true })
    }
    for (const child of this.#idle.keys()) child.kill('SIGKILL')
    for (const { child } of this.#busy.values()) child.kill('SIGKILL')
  }

  async #run(sender: Sender, task: FileTask<FileJobName>): Promise<FileAnswer> {
    const startedAt = performance.now()
    const end = (outcome: 'done' | 'refused' | 'failed') =>
      this.#options.onEnd(task.job, outcome, performance.now() - startedAt)
    try {
      const answer = await this.#wait(sender, task)
      end('result' in answer ? 'done' : 'refused' in answer ? 'refused' : 'failed')
      return answer
    } catch (error) {
      end('refused')
      throw error
    }
  }

  #wait(sender: Sender, task: FileTask<FileJobName>): Promise<FileAnswer> {
    const alike = this.#waiting.filter((waiting) => waiting.sender.isVisitor === sender.isVisitor)
    const own = alike.filter((waiting) => waiting.sender.id === sender.id)
    if (alike.length >= MAX_WAITING || own.length >= MAX_WAITING_OF_ONE) {
      throw tooManyFiles()
    }
    return new Promise((resolve, reject) => {
      const waiting: WaitingTask = { sender, task, resolve }
      if (sender.isVisitor) {
        waiting.patience = setTimeout(() => {
          this.#waiting = this.#waiting.filter((other) => other !== waiting)
          reject(tooManyFiles())
        }, this.#options.visitorWaitMs)
      }
      this.#waiting.push(waiting)
      this.#startNext()
    })
  }

  #startNext(): void {
    if (this.#isClosed || this.#busy.size >= this.#options.processes) return
    const next = this.#nextOf({ isVisitor: false }) ?? this.#nextOf({ isVisitor: true })
    if (!next) return
    this.#waiting = this.#waiting.filter((waiting) => waiting !== next)
    clearTimeout(next.patience)
    const taken = this.#takeProcess()
    const { child } = taken
    const { id, isVisitor } = next.sender
    this.#busy.set(id, { child, isVisitor })
    const startedAt = performance.now()
    void this.#exchange(taken, next).then((answer) => {
      this.#busy.delete(id)
      this.#taken.set(id, this.#takenBy(next) + performance.now() - startedAt)
      if (!('failed' in answer)) this.#keep(child)
      next.resolve(answer)
      this.#startNext()
    })
    this.#startNext()
  }

  #nextOf({ isVisitor }: Pick<Sender, 'isVisitor'>): WaitingTask | undefined {
    const ofVisitors = [...this.#busy.values()].filter((busy) => busy.isVisitor).length
    if (isVisitor && ofVisitors > 0 && ofVisitors >= this.#options.processes - 1) return undefined
    return this.#waiting
      .filter(({ sender }) => sender.isVisitor === isVisitor && !this.#busy.has(sender.id))
      .reduce<WaitingTask | undefined>(
        (next, task) => (next && this.#takenBy(next) <= this.#takenBy(task) ? next : task),
        undefined,
      )
  }

  #takenBy({ sender }: WaitingTask): number {
    return this.#taken.get(sender.id) ?? 0
  }

  /** A process that fails or is late does not live on: nobody knows what state the file has left it in. */
  #exchange({ child, isReady }: FileProcess, { task, sender }: WaitingTask): Promise<FileAnswer> {
    const limitMs = sender.isVisitor ? this.#options.visitorLimitMs : this.#options.limitMs
    return new Promise((resolve) => {
      const finish = (answer: FileAnswer) => {
        clearTimeout(timer)
        child.removeAllListeners()
        child.on('error', () => undefined)
        if ('failed' in answer) child.kill('SIGKILL')
        resolve(answer)
      }
      const fail = () => finish({ failed: true })
      let timer = setTimeout(fail, isReady ? limitMs : START_MS)
      child.on('message', (answer: FileAnswer | 'ready') => {
        if (answer !== 'ready') return finish(answer)
        // The time that a busy machine takes to start it is not the file's.
        clearTimeout(timer)
        timer = setTimeout(fail, limitMs)
      })
      child.once('exit', fail)
      child.once('error', fail)
      child.send(task, () => undefined)
    })
  }

  #takeProcess(): FileProcess {
    const [idle] = this.#idle
    if (!idle) return { child: startProcess(this.#options), isReady: false }
    const [child, timer] = idle
    clearTimeout(timer)
    this.#idle.delete(child)
    return { child, isReady: true }
  }

  #keep(child: ChildProcess): void {
    const end = () => {
      this.#idle.delete(child)
      child.kill('SIGKILL')
    }
    child.once('exit', end)
    this.#idle.set(child, setTimeout(end, this.#options.idleMs).unref())
  }
}

function tooManyFiles(): AppError {
  return new AppError('service_unavailable', 'Many files are being checked. Try again in a few seconds.', {
    retryAfter: 5,
  })
}

/** It knows nothing of this process: neither its environment, which holds secrets, nor its connections. */
function startProcess({ memoryBytes, nice }: Required<Options>): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts')
  const script = new URL(isSource ? './file-process.ts' : './file-process.mjs', import.meta.url)
  const child = fork(fileURLToPath(script), [String(memoryBytes)], {
    cwd: paths.root,
    env: process.env.PATH ? { PATH: process.env.PATH } : {},
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, ...(isSource ? ['--import', 'tsx'] : [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  try {
    if (child.pid) setPriority(child.pid, nice)
  } catch {
    // It no longer exists, or the system does not let us.
  }
  return child
}
