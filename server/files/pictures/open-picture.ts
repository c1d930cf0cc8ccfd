import sharp, { type Sharp } from 'sharp'
import type { FileContent } from '../media-type.ts'

const MAX_PIXELS = 50_000_000
const TIME_LIMIT_SECONDS = 15

// Only the decoders of what counts as a picture: libvips could otherwise open SVG, PDF and much more.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})
// The cache is keyed by path and would outlive the file.
sharp.cache(false)

/** Opens a JPEG, PNG, GIF, WebP or AVIF (first frame) turned upright. Decoding fails above 50 megapixels, 15 s, or on broken data. */
export function openPicture(content: FileContent): Sharp {
  return sharp(content, { autoOrient: true, failOn: 'error', limitInputPixels: MAX_PIXELS }).timeout({
    seconds: TIME_LIMIT_SECONDS,
  })
}
