import type { Client } from 'graphql-ws'
import { documentText } from '../../graphql/document-text.ts'
import type { TadaDocumentNode } from '../../graphql/graphql.ts'
import type { RetryPause } from './retry-pause.ts'

interface Follow<Data, Variables> {
  document: TadaDocumentNode<Data, Variables>
  variables: Variables
  pause: RetryPause
  /** Ends when nothing is followed any more. */
  signal: AbortSignal
  onStart: () => void
  onData: (data: Data) => void
}

/**
 * Follows a subscription on a socket until the returned function is called; `onStart` runs each time that it begins, for
 * the first time or again.
 */
export function follow<Data, Variables extends Record<string, unknown>>(
  client: Client,
  { document, variables, pause, signal, onStart, onData }: Follow<Data, Variables>,
): () => void {
  let isOver = false
  let endings = 0
  let stop = () => {}
  const again = async () => {
    if (isOver) return
    await pause.wait(endings++)
    if (!isOver && !signal.aborted) subscribe()
  }
  const subscribe = () => {
    stop = client.subscribe<Data>(
      { query: documentText(document), variables },
      {
        next: ({ data }) => data && onData(data),
        error: () => void again(),
        complete: () => void again(),
      },
    )
    onStart()
  }
  subscribe()
  return () => {
    isOver = true
    stop()
  }
}
