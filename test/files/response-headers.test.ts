import { expect, test } from 'vitest'
import { fileResponse } from '../../server/files/response-headers.ts'

const PHOTO = { contentType: 'image/jpeg', mediaType: 'PHOTO', fileName: 'a.jpg', size: 1000 } as const

const dispositionOf = (changes: object) =>
  fileResponse({ ...PHOTO, ...changes }).headers['content-disposition']?.split(';')[0]

test('serves a file so that a browser neither guesses nor runs it', () => {
  expect(fileResponse(PHOTO)).toEqual({
    status: 200,
    headers: {
      'content-type': 'image/jpeg',
      'content-length': '1000',
      'content-disposition': 'inline; filename=a.jpg',
      'content-security-policy': `sandbox; default-src 'none'; style-src 'unsafe-inline'`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
    },
  })
})

test('shows pictures and recordings in place and offers everything else for download', () => {
  expect(dispositionOf({})).toBe('inline')
  expect(dispositionOf({ contentType: 'audio/mpeg', mediaType: 'AUDIO' })).toBe('inline')
  expect(dispositionOf({ contentType: 'video/mp4', mediaType: 'VIDEO' })).toBe('inline')
  for (const contentType of ['text/html', 'image/svg+xml', 'application/pdf', 'text/plain', 'image/jpeg']) {
    expect(dispositionOf({ contentType, mediaType: 'DOCUMENT' })).toBe('attachment')
  }
  expect(dispositionOf({ contentType: 'image/svg+xml' })).toBe('attachment')
  expect(dispositionOf({ contentType: 'text/html', mediaType: 'VIDEO' })).toBe('attachment')
})

test('lets a browser load a recording that is opened by itself, and never a script', () => {
  const policyOf = (changes: object) =>
    fileResponse({ ...PHOTO, ...changes }).headers['content-security-policy']
  expect(policyOf({ contentType: 'video/mp4', mediaType: 'VIDEO' })).toBe(
    "sandbox allow-same-origin; default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
  )
  expect(policyOf({ contentType: 'text/html', mediaType: 'VIDEO' })).toBe("sandbox; default-src 'none'")
  expect(policyOf({ contentType: 'application/pdf', mediaType: 'DOCUMENT' })).toBe(
    "sandbox; default-src 'none'",
  )
})

test('names the file for old and new clients and lets no name break out of the header', () => {
  const header = (fileName: string) => fileResponse({ ...PHOTO, fileName }).headers['content-disposition']
  expect(header('Größé 5€ (1).png')).toBe(
    `inline; filename="Gr??? 5? (1).png"; filename*=UTF-8''Gr%C3%B6%C3%9F%C3%A9%205%E2%82%AC%20%281%29.png`,
  )
  expect(header('a"; x="\r\nset-cookie: b=c\\')).toBe(
    `inline; filename="a\\"; x=\\"??set-cookie: b=c\\\\"; filename*=UTF-8''a%22%3B%20x%3D%22%0D%0Aset-cookie%3A%20b%3Dc%5C`,
  )
})

test.each([
  ['bytes=0-99', '0-99', 100],
  ['bytes=900-', '900-999', 100],
  ['bytes=-1', '999-999', 1],
  ['bytes=-5000', '0-999', 1000],
  ['bytes=500-5000', '500-999', 500],
  ['Bytes=0-0', '0-0', 1],
])('answers the range %s with its part', (range, part, length) => {
  const { status, headers, range: read } = fileResponse(PHOTO, range)
  expect(status).toBe(206)
  expect(headers).toMatchObject({ 'content-range': `bytes ${part}/1000`, 'content-length': String(length) })
  expect(`${read?.start}-${read?.end}`).toBe(part)
})

test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])(
  'refuses the range %s, which is not in the file',
  (range) => {
    expect(fileResponse(PHOTO, range)).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */1000' },
    })
  },
)

test.each([undefined, '', 'items=0-5', 'bytes=-', 'bytes=5-2', 'bytes=a-b', 'bytes=0-1,5-6'])(
  'serves the whole file when the range is %s',
  (range) => {
    const { status, range: read } = fileResponse(PHOTO, range)
    expect({ status, read }).toEqual({ status: 200, read: undefined })
  },
)
