import { formatDocument, stringifyDocument } from '@urql/core'
import type { DocumentNode } from 'graphql'

/** A document as it is sent over a socket: with the names of types, which the cache needs. */
export function documentText(document: DocumentNode): string {
  return stringifyDocument(formatDocument(document))
}
