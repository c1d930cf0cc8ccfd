import { t } from '../messages/index.ts'
import { showDone, showProblem } from '../state/toasts.ts'

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    // A page without TLS has no clipboard.
    await navigator.clipboard.writeText(text)
    showDone(t.common.copied)
  } catch {
    showProblem(t.common.cannotCopy)
  }
}
