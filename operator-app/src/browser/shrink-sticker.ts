/** Pixels of the longer side, and bytes, of what the server takes as a sticker. */
const SIDE = 512
const BYTES = 1_000_000

/**
 * A picture small enough to be a sticker. A larger one is drawn again as PNG, which keeps transparency; a file that
 * cannot be read is not changed, and the server explains why it refuses it.
 */
export async function shrinkSticker(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
    if (scale === 1 && file.size <= BYTES) return file
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(picture.width * scale)),
      Math.max(1, Math.round(picture.height * scale)),
    )
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const drawn = await canvas.convertToBlob({ type: 'image/png' })
    return new File([drawn], `${file.name.replace(/\.[^.]*$/, '')}.png`, { type: drawn.type })
  } catch {
    return file
  }
}
