import type { TadaDocumentNode } from 'gql.tada'
import type { Core } from '../../core.ts'

/** Runs a typed operation: what is left of its document at run time is the text. */
export function ask<Data, Variables extends object>(
  core: Core,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  options?: { retry?: boolean },
): Promise<Data> {
  return core.request<Data>(document as unknown as string, variables, options)
}
