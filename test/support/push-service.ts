import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushMessage } from '../../server/domain/notifications/push/compose-push.ts'

/** What came for a browser, as its service worker reads it. */
interface Pushed {
  message: PushMessage
  headers: IncomingHttpHeaders
  /** Of the signed token, whose signature fits `key` (RFC 8292). */
  claims: { aud: string; exp: number; sub: string }
  /** The sender's public key. */
  key: string
}

/** A browser that has subscribed: what it tells the server, and what came for it. */
export interface PushBrowser {
  input: { endpoint: string; p256dh: string; auth: string }
  pushed: Pushed[]
  /** What the push service answers for it; 201 unless told otherwise. */
  status: number
}

export interface PushService {
  origin: string
  subscribe(): PushBrowser
  stop(): Promise<void>
}

/** A push service on 127.0.0.1, which also decrypts what it gets, as only the browser could (RFC 8291). */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { browser: PushBrowser; read: (body: Buffer) => PushMessage }>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const found = browsers.get(request.url ?? '')
    if (!found) return void response.writeHead(404).end()
    const { browser, read } = found
    browser.pushed.push({
      message: read(body),
      headers: request.headers,
      ...readToken(request.headers.authorization ?? ''),
    })
    response.writeHead(browser.status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    subscribe() {
      const path = `/push/${randomBytes(16).toString('hex')}`
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const input = {
        endpoint: origin + path,
        p256dh: keys.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      }
      const browser = { input, pushed: [], status: 201 }
      browsers.set(path, { browser, read: (body) => decrypt(body, keys, auth) })
      return browser
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): PushMessage {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] as number))
  const sealed = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'))
}

function readToken(authorization: string): Pick<Pushed, 'claims' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The signature of the token does not fit its key.')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')), key }
}
