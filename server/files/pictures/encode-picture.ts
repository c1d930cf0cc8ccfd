import sharp, { type Sharp } from 'sharp'

export interface EncodedPicture {
  data: Buffer
  contentType: 'image/jpeg' | 'image/png'
  width: number
  height: number
}

const JPEG_QUALITY = 82

/** PNG when a pixel is transparent, else JPEG; in sRGB and without any metadata (place, camera, author). */
export async function encodePicture(picture: Sharp): Promise<EncodedPicture> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  if ((await pixels().stats()).isOpaque) {
    const jpeg = await pixels().removeAlpha().jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer()
    return { data: jpeg, contentType: 'image/jpeg', width, height }
  }
  return { data: await pixels().png().toBuffer(), contentType: 'image/png', width, height }
}
