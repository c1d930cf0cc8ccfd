import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Create } from 'sharp'

/** A picture of one colour. */
export function drawPicture(width: number, height: number, background: Create['background'] = '#3366cc') {
  const channels = typeof background === 'object' && 'alpha' in background ? 4 : 3
  return sharp({ create: { width, height, channels, background } })
}

/** A sound black PNG of one bit a pixel: a few kilobytes, however many pixels. */
export function makeBlackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
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

/** A megabyte and a half of what looks like the beginnings of MP3 frames: its parser takes a minute for it. */
export function makeEndlessRecording(): Buffer {
  const tag = Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x0a', 'latin1')
  return Buffer.concat([tag, Buffer.alloc(10), Buffer.alloc(1_500_000, 0xff)])
}
