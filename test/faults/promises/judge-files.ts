import type { Ledger } from '../traffic/ledger.ts'
import type { Row } from './row.ts'

/** Fetches every file that was accepted. */
export async function judgeFiles({ uploaded }: Ledger): Promise<Row> {
  const lost: string[] = []
  for (const [url, content] of uploaded) {
    const fetched = await fetch(url)
      .then((response) => response.text())
      .catch((error: Error) => error.message)
    if (fetched !== content) lost.push(`${url}: ${fetched.slice(0, 100)}`)
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
