import { expect, test } from 'vitest'
import { encodeWav, wavBytesPerSecond } from '../../../operator-app/src/browser/encode-wav.ts'
import { inspectFile } from '../../../server/files/inspect-file.ts'

test('what a browser recorded is a WAV file that tells how long it runs', async () => {
  const samples = Float32Array.from({ length: 3 * 16_000 }, (_, index) => 2 * Math.sin(index / 10))
  const wav = Buffer.from(encodeWav(samples, 16_000))
  expect(wav.length).toBe(44 + 3 * wavBytesPerSecond(16_000))
  expect(await inspectFile(wav, 'voice.wav')).toEqual({
    fileName: 'voice.wav',
    contentType: 'audio/wav',
    mediaType: 'AUDIO',
    duration: 3,
  })
  // What is too loud is cut, and does not turn over.
  expect(wav.readInt16LE(44 + 2 * 16)).toBe(0x7fff)
})
