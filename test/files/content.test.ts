import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { inspectFile } from '../../server/files/inspect-file.ts'
import { makePhoto } from '../../server/files/pictures/make-photo.ts'
import { makeThumbnail } from '../../server/files/pictures/make-thumbnail.ts'
import { sanitizeFileName } from '../../server/files/sanitize-file-name.ts'
import { drawPicture, makeBlackPng, makeWav } from './samples.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

describe('what a file is', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('takes a %s as a photo', async (format) => {
    const picture = await drawPicture(40, 20).toFormat(format).toBuffer()
    expect(await inspectFile(picture, 'a.bin')).toEqual({
      fileName: 'a.bin',
      contentType: `image/${format}`,
      mediaType: 'PHOTO',
      width: 40,
      height: 20,
    })
  })

  test('measures a picture as it is seen when its camera was turned', async () => {
    const turned = await drawPicture(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await inspectFile(turned, 'a.jpg')).toMatchObject({ mediaType: 'PHOTO', width: 20, height: 40 })
  })

  test('reads a file from disk as well as from memory', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inspect-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'picture'), await drawPicture(40, 20).png().toBuffer())
    await writeFile(join(folder, 'sound'), makeWav(2))
    expect(await inspectFile(join(folder, 'picture'), 'a.png')).toMatchObject({
      mediaType: 'PHOTO',
      width: 40,
    })
    expect(await inspectFile(join(folder, 'sound'), 'a.wav')).toMatchObject({
      mediaType: 'AUDIO',
      duration: 2,
    })
  })

  test('tells how long a recording is', async () => {
    expect(await inspectFile(makeWav(3), 'voice.wav')).toMatchObject({
      contentType: 'audio/wav',
      mediaType: 'AUDIO',
      duration: 3,
    })
  })

  test('keeps a picture that is cut off as a document', async () => {
    const whole = await drawPicture(400, 400).jpeg().toBuffer()
    const cut = whole.subarray(0, whole.length - 100)
    expect(await inspectFile(whole, 'a.jpg')).toHaveProperty('mediaType', 'PHOTO')
    expect(await inspectFile(cut, 'a.jpg')).toMatchObject({
      contentType: 'application/octet-stream',
      mediaType: 'DOCUMENT',
    })
  })

  test('keeps a picture of too many pixels as a document', async () => {
    const [fits, bomb] = [makeBlackPng(49_000, 1000), makeBlackPng(51_000, 1000)]
    expect(bomb.length).toBeLessThan(20_000)
    expect(await inspectFile(fits, 'fits.png')).toMatchObject({ mediaType: 'PHOTO', width: 49_000 })
    expect(await inspectFile(bomb, 'bomb.png')).toHaveProperty('mediaType', 'DOCUMENT')
    await expect(makeThumbnail(bomb)).rejects.toThrow('pixel limit')
  })

  test.each([
    ['<!DOCTYPE html><script>alert(1)</script>', 'text/html'],
    ['\ufeff \n<!-- a comment --><HTML><body>', 'text/html'],
    ['<script>alert(1)</script>', 'text/html'],
    [SVG, 'image/svg+xml'],
    [`<?xml version="1.0"?>\n<!-- made by hand -->\n${SVG}`, 'image/svg+xml'],
    ['<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'image/svg+xml'],
    ['<s:svg xmlns:s="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<?xml version="1.0"?><order/>', 'application/xml'],
    ['GIF89a=1;alert(1)//', 'text/plain'],
    ['BMW, a manual', 'text/plain'],
    ['name;phone\nÄnne;1', 'text/plain'],
  ])('is not misled by the name of a text: %s', async (text, contentType) => {
    expect(await inspectFile(Buffer.from(text), 'picture.png')).toEqual({
      fileName: 'picture.png',
      contentType,
      mediaType: 'DOCUMENT',
    })
  })

  test('lets the name choose among harmless kinds of text', async () => {
    expect(await inspectFile(Buffer.from('a,b\n1,2'), 'table.CSV')).toHaveProperty('contentType', 'text/csv')
    expect(await inspectFile(Buffer.from('\ufeffwide', 'utf16le'), 'a.txt')).toHaveProperty(
      'contentType',
      'text/plain',
    )
    expect(await inspectFile(Buffer.from('alert(1)'), 'a.js')).toHaveProperty('contentType', 'text/plain')
  })

  test('calls what it does not know a document', async () => {
    const unknown = Buffer.from([0, 1, 2, 3, 0xff, 0xfe, 0xfd])
    expect(await inspectFile(unknown, 'a.jpg')).toMatchObject({
      contentType: 'application/octet-stream',
      mediaType: 'DOCUMENT',
    })
    expect(await inspectFile(Buffer.alloc(0), 'empty.png')).toHaveProperty('mediaType', 'DOCUMENT')
    expect(await inspectFile(Buffer.from('%PDF-1.7\n'), 'a.jpg')).toMatchObject({
      contentType: 'application/pdf',
      mediaType: 'DOCUMENT',
    })
  })
})

describe('file names', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\report.pdf', 'report.pdf'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['a\u0000b\r\nc\u200b.txt', 'abc.txt'],
    ['half \ud83d of it.png', 'half of it.png'],
    ['"quoted" <b>?.txt', '_quoted_ _b__.txt'],
    ['  two   spaces .pdf. ', 'two spaces .pdf'],
    ['.htaccess', 'htaccess'],
    ['e\u0301t\u00e9 👩‍👩‍👧.jpg', 'été 👩‍👩‍👧.jpg'],
    ['..', 'file'],
    ['///', 'file'],
    ['', 'file'],
  ])('makes %j safe', (name, safe) => expect(sanitizeFileName(name)).toBe(safe))

  test('shortens a long name to 255 bytes of whole characters and keeps the extension', () => {
    const name = sanitizeFileName(`${'😀'.repeat(100)}.jpeg`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name).toBe(`${'😀'.repeat(62)}.jpeg`)
    expect(Buffer.byteLength(sanitizeFileName(`a.${'b'.repeat(300)}`))).toBe(255)
  })
})

describe('thumbnails and photos', () => {
  test('makes a thumbnail 320 px wide', async () => {
    const thumbnail = await makeThumbnail(await drawPicture(1000, 500).png().toBuffer())
    expect(thumbnail).toMatchObject({ contentType: 'image/jpeg', width: 320, height: 160 })
    expect(await sharp(thumbnail.data).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 160 })
  })

  test('does not enlarge a small picture', async () => {
    const small = await drawPicture(100, 50).gif().toBuffer()
    expect(await makeThumbnail(small)).toMatchObject({ width: 100, height: 50 })
  })

  test('turns the thumbnail upright and strips what the camera wrote', async () => {
    const turned = await drawPicture(800, 400)
      .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { data, width, height } = await makeThumbnail(turned)
    expect({ width, height }).toEqual({ width: 320, height: 640 })
    const { exif, icc, xmp, orientation } = await sharp(data).metadata()
    expect({ exif, icc, xmp, orientation }).toEqual({})
  })

  test('keeps transparency, and spends no PNG on a picture that has none', async () => {
    const glass = await drawPicture(400, 400, { r: 255, g: 0, b: 0, alpha: 0.5 }).png().toBuffer()
    const solid = await drawPicture(400, 400, { r: 255, g: 0, b: 0, alpha: 1 }).png().toBuffer()
    expect(await makeThumbnail(glass)).toHaveProperty('contentType', 'image/png')
    expect(await makeThumbnail(solid)).toHaveProperty('contentType', 'image/jpeg')
  })

  test('keeps the colours of grey, 16-bit and CMYK pictures', async () => {
    const colour = async (picture: Buffer) => {
      const { data } = await makeThumbnail(picture)
      const { channels } = await sharp(data).stats()
      return channels.map(({ mean }) => Math.round(mean))
    }
    const grey = await drawPicture(400, 400, '#808080').toColourspace('b-w').png().toBuffer()
    const deep = await drawPicture(400, 400, '#c00000').toColourspace('rgb16').png().toBuffer()
    const print = await drawPicture(400, 400, '#c00000').toColourspace('cmyk').jpeg().toBuffer()
    const near = (value: number) => expect.closeTo(value, -1)
    expect(new Set(await colour(grey))).toEqual(new Set([128]))
    expect(await colour(deep)).toEqual([near(192), near(0), near(0)])
    expect((await colour(print))[0]).toBeGreaterThan(150)
  })

  test('cuts a photo of 128 by 128 pixels from the middle', async () => {
    const wide = await drawPicture(600, 200).webp().toBuffer()
    expect(await makePhoto(wide)).toMatchObject({ contentType: 'image/jpeg', width: 128, height: 128 })
  })

  test.each([
    ['an SVG', Buffer.from(SVG)],
    ['a text', Buffer.from('hello')],
  ])('refuses %s as a photo', async (_, content) => {
    await expect(makePhoto(content)).rejects.toMatchObject({ code: 'unsupported_media_type' })
  })
})
