import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher, request } from 'undici'
import { plainCause } from '../outbound/plain-cause.ts'
import { readLimited } from '../outbound/read-limited.ts'
import { noRoom, StorageAwayError } from './storage.ts'
import type { StoreAddress } from './store-address.ts'

interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE'
  key: string
  headers?: Record<string, string>
  /** Opened again for each attempt. */
  body?: () => Readable
}

type Answer = Dispatcher.ResponseData

const ATTEMPTS = 3
const RETRY_MS = 200
/** How long the store may be silent. */
const SILENCE_MS = 30_000
const CONNECTIONS = 50
/** A download holds its connection for as long as its reader takes. */
const DOWNLOADS = 500
/** The store is full. */
const INSUFFICIENT_STORAGE = 507
/** The codes of errors stand at the beginning. */
const ERROR_BYTES = 16 * 1024

/**
 * Calls an S3-compatible store, without the checks of outgoing addresses: it is named by whoever runs Switchboard.
 * Bodies are streamed both ways, and no address is ever signed for anybody else.
 */
export class S3Client {
  readonly #address: StoreAddress
  readonly #agent = newAgent(CONNECTIONS)
  /** Of their own, so that slow readers hold up no upload, and only other readers when there are very many of them. */
  readonly #downloads = newAgent(DOWNLOADS)
  readonly #signingKeys = new Map<string, ArrayBuffer>()

  constructor(address: StoreAddress) {
    this.#address = address
  }

  /**
   * Resolves with an answer of 2xx, or null for 404. What may pass is tried three times, and then a StorageAwayError. All
   * errors name the store and what it said.
   */
  async send(sent: S3Request): Promise<Answer | null> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#attempt(sent).catch((error: Error) => error)
      if (answer instanceof Error) {
        if (attempt === ATTEMPTS)
          throw new StorageAwayError(this.#describe('does not answer', reasonOf(answer)))
      } else {
        const { statusCode, body } = answer
        if (statusCode >= 200 && statusCode < 300) return answer
        const { text: said } = await readLimited(body, ERROR_BYTES).catch(() => ({ text: '' }))
        if (statusCode === 404 && !said.includes('NoSuchBucket')) return null
        const mayPass = statusCode === 429 || statusCode >= 500
        if (!mayPass || attempt === ATTEMPTS) {
          const problem = this.#describe('refused a request', `${statusCode} ${codeIn(said)}`.trim())
          if (statusCode === INSUFFICIENT_STORAGE) throw noRoom(new Error(problem))
          throw mayPass ? new StorageAwayError(problem) : new Error(problem)
        }
      }
      await pause(RETRY_MS * 2 ** attempt)
    }
  }

  async #attempt({ method, key, headers = {}, body }: S3Request): Promise<Answer> {
    const { origin, bucket, prefix, ...credentials } = this.#address
    const path = `${prefix}${key}`.split('/').map(encodeURIComponent).join('/')
    const url = `${origin}/${bucket}/${path}`
    // The body is not signed, because it would have to be read twice; TLS protects it.
    const signer = new AwsV4Signer({
      ...credentials,
      method,
      url,
      headers,
      service: 's3',
      cache: this.#signingKeys,
    })
    const signed = await signer.sign()
    const opened = body?.()
    try {
      return await request(url, {
        method,
        headers: { ...headers, ...Object.fromEntries(signed.headers) },
        body: opened ?? null,
        dispatcher: method === 'GET' ? this.#downloads : this.#agent,
      })
    } catch (error) {
      opened?.destroy()
      throw error
    }
  }

  #describe(failure: string, reason: string): string {
    const { origin, bucket } = this.#address
    return `The file store ${origin}/${bucket} ${failure}: ${reason}`
  }
}

function newAgent(connections: number): Agent {
  return new Agent({ connections, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS })
}

/** When each address of a name failed, there is only a code. */
function reasonOf({ message, code = '' }: NodeJS.ErrnoException): string {
  return plainCause(message || code)
}

function codeIn(xml: string): string {
  return /<Code>(?<code>\w+)<\/Code>/.exec(xml)?.groups?.code ?? ''
}
