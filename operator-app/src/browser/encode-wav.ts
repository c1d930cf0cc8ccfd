const HEADER_BYTES = 44

/** How many bytes a second of sound takes: one channel of 16 bits. */
export function wavBytesPerSecond(rate: number): number {
  return rate * 2
}

/** Sound of one channel, its samples from −1 to 1, as a WAV file: the one format that every program plays. */
export function encodeWav(samples: Float32Array, rate: number): ArrayBuffer {
  const dataBytes = samples.length * 2
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + dataBytes))
  const write = (offset: number, text: string) => {
    for (const [index, character] of [...text].entries())
      view.setUint8(offset + index, character.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, wavBytesPerSecond(rate), true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, dataBytes, true)
  samples.forEach((sample, index) => {
    const clipped = Math.max(-1, Math.min(1, sample))
    view.setInt16(HEADER_BYTES + index * 2, clipped < 0 ? clipped * 0x8000 : clipped * 0x7fff, true)
  })
  return view.buffer as ArrayBuffer
}
