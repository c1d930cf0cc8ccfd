import { crc32 } from 'node:zlib'
import sharp, { type Create } from 'sharp'

/** A picture of one colour with some noise, so that it has bytes worth cutting. */
export function drawPicture(width: number, height: number, background: Create['background'] = '#3366cc') {
  const channels = typeof background === 'object' && 'alpha' in background ? 4 : 3
  return sharp({ create: { width, height, channels, background } })
}

/** A small PNG whose header claims to be 100,000 × 100,000 pixels. */
export async function makePixelBomb(): Promise<Buffer> {
  const png = await drawPicture(10, 10).png().toBuffer()
  const header = 16
  png.writeUInt32BE(100_000, header)
  png.writeUInt32BE(100_000, header + 4)
  const checked = png.subarray(header - 4, header + 13)
  png.writeUInt32BE(crc32(checked), header + 13)
  return png
}

/** A silent WAV file of 8,000 samples a second. */
export function makeWav(seconds: number): Buffer {
  const bytes = seconds * 16_000
  const wav = Buffer.alloc(44 + bytes)
  wav.write('RIFF')
  wav.writeUInt32LE(36 + bytes, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(8000, 24)
  wav.writeUInt32LE(16_000, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(bytes, 40)
  return wav
}
