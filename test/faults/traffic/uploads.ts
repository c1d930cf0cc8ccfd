import { setTimeout as delay } from 'node:timers/promises'
import { type Caller, PATIENCE_MS } from './ask.ts'
import { insist } from './insist.ts'
import type { Ledger } from './ledger.ts'

const PAUSE_MS = 1_500
/** Larger than what a full disk may have left by chance. */
const LINES = 4_000

/** An operator uploads one file after the other, until they are stopped. */
export async function uploadFiles(ledger: Ledger, caller: Caller, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const content = `Line of file ${n}\n`.repeat(LINES)
    const url = await insist(ledger, () => upload(caller, `${n}.txt`, content))
    ledger.uploaded.set(url, content)
    await delay(PAUSE_MS)
  }
}

/** The address that the file has then. */
async function upload({ url, headers }: Caller, name: string, content: string): Promise<string> {
  const body = new FormData()
  body.set('file', new File([content], name, { type: 'text/plain' }))
  const response = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { 'x-graphql-yoga-csrf': '1', ...headers },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const answer = await response.text()
  if (response.status !== 201) throw new Error(`/files answers ${response.status} ${answer.slice(0, 200)}`)
  return (JSON.parse(answer) as { url: string }).url
}
