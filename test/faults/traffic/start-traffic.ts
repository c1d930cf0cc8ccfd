import { setTimeout as delay } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import { workAsOperator } from './operator.ts'
import type { Account } from './prepare-account.ts'
import { uploadFiles } from './uploads.ts'
import { writeAsVisitors } from './visitors.ts'
import { visitWebsite } from './widget-visitors.ts'

/** Everybody who writes and reads during a run. */
export interface Traffic {
  /** Nobody writes anything new. Resolves when all that was begun was accepted, or when that takes too long. */
  stopWriting(): Promise<void>
}

/** What has not been accepted by then is lost. */
const LIMIT_MS = 120_000

export function startTraffic(ledger: Ledger, account: Account): Traffic {
  const writing = new AbortController()
  const { signal } = writing
  for (const [n, caller] of account.operators.entries()) {
    // Each chat has one of them: who it is must not depend on who is quicker.
    const answers = (chatId: string) =>
      [...chatId].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % account.operators.length === n
    workAsOperator(ledger, { caller, answers })
  }
  const writers = [
    writeAsVisitors(ledger, {
      address: account.channelAddress,
      ...{ name: 'visitor', count: 5, pauseMs: 700, messagesEach: 30, signal },
    }),
    writeAsVisitors(ledger, {
      address: account.botChannelAddress,
      ...{ name: 'asker', count: 3, pauseMs: 1_000, messagesEach: 5, signal },
    }),
    visitWebsite(ledger, { url: account.url, widgetId: account.widgetId, count: 2, pauseMs: 1_500, signal }),
    ...account.operators.slice(0, 1).map((caller) => uploadFiles(ledger, caller, signal)),
  ]
  return {
    async stopWriting() {
      writing.abort()
      await Promise.race([Promise.all(writers), delay(LIMIT_MS)])
    },
  }
}
