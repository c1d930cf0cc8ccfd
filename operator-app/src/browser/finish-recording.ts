import { encodeWav, wavBytesPerSecond } from './encode-wav.ts'

/** Samples per second, which are enough for speech. */
const WAV_RATE = 16_000
const AAC = 'audio/mp4;codecs=mp4a.40.2'

/** The maximum size of a second of a finished recording. */
export const RECORDED_BYTES_PER_SECOND = wavBytesPerSecond(WAV_RATE)

export interface Recording {
  file: File
  /** Whole, at least 1. */
  seconds: number
}

/** What to give MediaRecorder: AAC when the browser has it, else whatever the browser likes best. */
export function recorderOptions(): MediaRecorderOptions {
  return MediaRecorder.isTypeSupported(AAC) ? { mimeType: AAC, audioBitsPerSecond: 32_000 } : {}
}

/**
 * Makes a file of what MediaRecorder recorded that clients can play: AAC as it is, anything else (Opus in WebM or
 * Ogg, which phones' own players refuse) as WAV. Throws when the browser cannot read its own recording.
 */
export async function finishRecording(recorded: Blob, seconds: number): Promise<Recording> {
  const name = `voice-${new Date().toISOString().slice(0, 19).replaceAll(/[^\d]/g, '')}`
  const wholeSeconds = Math.max(1, Math.round(seconds))
  if (recorded.type.includes('mp4a'))
    return { file: new File([recorded], `${name}.m4a`, { type: 'audio/mp4' }), seconds: wholeSeconds }
  const wav = encodeWav(await toSpeech(await recorded.arrayBuffer()), WAV_RATE)
  return { file: new File([wav], `${name}.wav`, { type: 'audio/wav' }), seconds: wholeSeconds }
}

/** One channel at the rate of speech. A context decodes to its own rate and mixes down to its own channels. */
async function toSpeech(recorded: ArrayBuffer): Promise<Float32Array> {
  const decoded = await new OfflineAudioContext(1, 1, WAV_RATE).decodeAudioData(recorded)
  const context = new OfflineAudioContext(1, decoded.length, WAV_RATE)
  const source = new AudioBufferSourceNode(context, { buffer: decoded })
  source.connect(context.destination)
  source.start()
  return (await context.startRendering()).getChannelData(0)
}
