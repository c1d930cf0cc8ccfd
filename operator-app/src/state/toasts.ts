import { newUuid } from '../../../widget/new-uuid.ts'
import { RequestError } from '../graphql/request.ts'
import { t } from '../messages/index.ts'
import { shownToasts, type Toast, type ToastAction } from './shown-toasts.svelte.ts'

const SHORT_MS = 4_000
const LONG_MS = 10_000

function show({
  id = newUuid(),
  durationMs = SHORT_MS,
  ...toast
}: Pick<Toast, 'kind' | 'text'> & Partial<Toast>) {
  shownToasts.show({ ...toast, id, durationMs })
}

/** Says briefly that something was done. */
export function showDone(text: string): void {
  show({ kind: 'success', text })
}

/** With an `id` it takes the place of what was said under it before. */
export function showInfo(text: string, { id }: { id?: string } = {}): void {
  show({ kind: 'info', text, id })
}

/** Says calmly that something did not work. What the server said to the user is shown as it is. */
export function showProblem(problem: unknown): void {
  show({ kind: 'error', text: describeProblem(problem) })
}

/** Says that something did not work, with what can be done about it. */
export function showFailure(text: string, action: ToastAction): void {
  show({ kind: 'error', text, action, durationMs: LONG_MS })
}

/** Says what somebody else has done, with the way there. */
export function showNews(text: string, action: ToastAction): void {
  show({ kind: 'info', text, action, durationMs: LONG_MS })
}

/** Says that something was done and can be undone, until it is hidden by `id`. */
export function showUndo(id: string, text: string, about: string, action: ToastAction): void {
  show({ kind: 'success', id, text, about, action, durationMs: null })
}

/** Removes the toast with this `id`, if it is still shown. */
export function hideToast(id: string): void {
  shownToasts.hide(id)
}

/** The text for a problem: a server's message, or what an unreachable server means. */
export function describeProblem(problem: unknown): string {
  if (typeof problem === 'string') return problem
  if (problem instanceof RequestError && problem.kind === 'refused') return problem.message
  if (problem instanceof RequestError && problem.kind === 'unreachable') return t.errors.unreachable
  return t.errors.unexpected
}

/** The id of the toast about a call: a newer one replaces it. */
export function callToast(callId: string): string {
  return `call ${callId}`
}
