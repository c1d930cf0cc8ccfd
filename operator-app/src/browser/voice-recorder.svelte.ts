import { finishRecording, type Recording, recorderOptions } from './finish-recording.ts'
import { watchLevel } from './watch-level.ts'

export type RecorderStatus =
  | 'idle'
  | 'asking'
  | 'recording'
  | 'finishing'
  | 'ready'
  | 'denied'
  | 'missing'
  | 'unsupported'
  | 'failed'

const TICK_MS = 100
/** As many as fit beside the timer; older ones are dropped. */
const MOST_LEVELS = 120

/** Records one voice message; separate from the composer, because what the browser tells comes in many events. */
export class VoiceRecorder {
  readonly #longestSeconds: number
  #status = $state<RecorderStatus>('idle')
  #seconds = $state(0)
  #levels = $state.raw<readonly number[]>([])
  #recording = $state.raw<(Recording & { url: string }) | null>(null)
  /** Changes with every start and discard, so that late events of an earlier recording are ignored. */
  #run = 0
  #end: (() => void) | undefined

  constructor(longestSeconds: number) {
    this.#longestSeconds = longestSeconds
  }

  get status() {
    return this.#status
  }

  get seconds() {
    return this.#seconds
  }

  /** How loud it was, from 0 to 1, newest last. */
  get levels() {
    return this.#levels
  }

  get recording() {
    return this.#recording
  }

  get hasReachedLimit() {
    return this.#seconds >= this.#longestSeconds
  }

  async start(): Promise<void> {
    this.discard()
    const run = this.#run
    // Browsers offer the microphone to pages over HTTPS only.
    if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === 'undefined') {
      this.#status = 'unsupported'
      return
    }
    this.#status = 'asking'
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (run === this.#run) this.#record(stream, run)
      else stopTracks(stream)
    } catch (error) {
      if (run === this.#run) this.#status = toStatus(error)
    }
  }

  /** Ends the recording and keeps it, to be heard and sent. */
  stop(): void {
    if (this.#status === 'recording') this.#end?.()
  }

  /** Ends whatever there is and forgets it. */
  discard(): void {
    this.#run += 1
    this.#end?.()
    if (this.#recording) URL.revokeObjectURL(this.#recording.url)
    this.#recording = null
    this.#levels = []
    this.#seconds = 0
    this.#status = 'idle'
  }

  #record(stream: MediaStream, run: number): void {
    const recorder = new MediaRecorder(stream, recorderOptions())
    const chunks: Blob[] = []
    const startedAt = performance.now()
    const level = watchLevel(stream)
    // A recorder whose microphone ends stops by itself.
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    const ticking = setInterval(() => this.#tick(startedAt, level.read()), TICK_MS)
    this.#end = () => {
      this.#end = undefined
      clearInterval(ticking)
      level.stop()
      const seconds = (performance.now() - startedAt) / 1000
      void stopped.then(() => this.#finish(new Blob(chunks, { type: recorder.mimeType }), seconds, run))
      if (recorder.state !== 'inactive') recorder.stop()
      stopTracks(stream)
      this.#status = 'finishing'
    }
    recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
    // The microphone was unplugged or taken back: what was said until then is kept.
    stream.getAudioTracks()[0]?.addEventListener('ended', () => this.stop())
    recorder.start()
    this.#status = 'recording'
  }

  #tick(startedAt: number, level: number): void {
    this.#seconds = (performance.now() - startedAt) / 1000
    this.#levels = [...this.#levels, level].slice(-MOST_LEVELS)
    if (this.hasReachedLimit) this.stop()
  }

  async #finish(recorded: Blob, seconds: number, run: number): Promise<void> {
    if (run !== this.#run) return
    try {
      const recording = await finishRecording(recorded, seconds)
      if (run !== this.#run) return
      this.#recording = { ...recording, url: URL.createObjectURL(recording.file) }
      this.#status = 'ready'
    } catch {
      if (run === this.#run) this.#status = 'failed'
    }
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function toStatus(error: unknown): RecorderStatus {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return 'failed'
}

export function createVoiceRecorder(longestSeconds: number): VoiceRecorder {
  return new VoiceRecorder(longestSeconds)
}
