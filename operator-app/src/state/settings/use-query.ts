import type { AnyVariables, RequestPolicy } from '@urql/core'
import { onDestroy } from 'svelte'
import type { TadaDocumentNode } from '../../graphql/graphql.ts'
import { getWorkspace } from '../workspace.svelte.ts'
import type { CachedQuery } from './cached-query.svelte.ts'
import type { ConfigurationData } from './configuration.ts'

/** A query of the configuration for as long as the component that makes it. */
export function useQuery<Data extends ConfigurationData, Variables extends AnyVariables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  requestPolicy?: RequestPolicy,
): CachedQuery<Data, Variables> {
  const query = getWorkspace().configuration.query(document, variables, requestPolicy)
  onDestroy(query.stop)
  return query
}
