import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** An S3-compatible store on this machine, with one bucket. */
export interface S3Server {
  /** As FILE_STORE_URL. */
  url: string
  close(): Promise<void>
}

/** The only key that it knows. */
const KEY_ID = 'S3RVER'
const SECRET = 'S3RVER'

/** The package does not look at the signatures of version 4, so they are checked here. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'switchboard-s3-'))
  const store = new S3rver({
    silent: true,
    directory,
    configureBuckets: [{ name: 'files', configs: [] }],
  })
  await store.configureBuckets()
  const answer = store.callback()
  const server = createServer((request, response) => {
    if (isSigned(request)) return void answer(request, response)
    request.resume()
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `s3+http://${KEY_ID}:${SECRET}@127.0.0.1:${port}/files`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true })
    },
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>\w+)\/(?<scope>(?<day>\d+)\/(?<region>[\w-]+)\/s3\/aws4_request), SignedHeaders=(?<names>[\w;-]+), Signature=(?<signature>\w+)$/

/** AWS Signature Version 4, as its documentation describes it. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const parts = AUTHORIZATION.exec(headers.authorization ?? '')?.groups
  if (!parts) return false
  const { id, scope, day = '', region = '', names = '', signature } = parts
  const { pathname, search } = new URL(url, 'http://localhost')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [
    method,
    pathname,
    search.slice(1),
    signed.join(''),
    names,
    headers['x-amz-content-sha256'],
  ]
  const digest = createHash('sha256').update(canonical.join('\n')).digest('hex')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, text) => createHmac('sha256', secret).update(text).digest(),
    `AWS4${SECRET}`,
  )
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const isHostSigned = names.split(';').includes('host')
  return isHostSigned && id === KEY_ID && createHmac('sha256', key).update(text).digest('hex') === signature
}
