import type { Ledger } from '../traffic/ledger.ts'
import type { Row } from './row.ts'

/** Fetches every file that was accepted. */
export async function judgeFiles({ uploaded }: Ledger): Promise<Row> {
  const lost: string[] = []
  for (const [url, content] of uploaded) {
    const response = await fetch(url)
    const fetched = await response.text()
    if (fetched !== content) lost.push(`${url}: ${response.status}, ${fetched.length} characters`)
  }
  return {
    promise: 'a file that was accepted can be fetched, whole',
    sent: uploaded.size,
    stored: null,
    shown: null,
    delivered: uploaded.size - lost.length,
    lost,
    twice: [],
  }
}
