/** Where an S3-compatible store is, and how to sign in. */
export interface StoreAddress {
  /** Of the server, without a path. */
  origin: string
  bucket: string
  /** Begins the name of each object; ends with a slash, or is empty. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

const FORM =
  /^s3(?<plain>\+http)?:\/\/(?<id>[^:@/?#]+):(?<secret>[^@/?#]+)@(?<host>[^/?#@]+)\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?<prefix>\/[^?#]*)?(?:\?region=(?<region>[a-z0-9-]+))?$/

/**
 * Parses `s3://key:secret@host/bucket/prefix?region=eu-central-1`; with `s3+http` the store is called without TLS. Throws an
 * error that says what is wrong and repeats no secret.
 */
export function parseStoreAddress(url: string): StoreAddress {
  const { plain, id, secret, host, bucket, prefix = '', region = 'us-east-1' } = FORM.exec(url)?.groups ?? {}
  if (!id || !secret || !bucket || !URL.canParse(`https://${host}`)) {
    throw new Error('must look like s3://access-key:secret-key@s3.example.com/bucket?region=eu-central-1')
  }
  const parts = prefix.split('/').filter(Boolean)
  return {
    origin: `${plain ? 'http' : 'https'}://${host}`,
    bucket,
    prefix: parts.map((part) => `${part}/`).join(''),
    accessKeyId: decodeURIComponent(id),
    secretAccessKey: decodeURIComponent(secret),
    region,
  }
}
