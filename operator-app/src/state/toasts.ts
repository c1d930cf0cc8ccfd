import { toast } from 'svelte-sonner'
import { RequestError } from '../graphql/request.ts'
import { t } from '../messages/index.ts'

/** Says briefly that something was done. */
export function showDone(text: string): void {
  toast.success(text)
}

/** With an `id` it takes the place of what was said under it before. */
export function showInfo(text: string, { id }: { id?: string } = {}): void {
  toast.info(text, id === undefined ? {} : { id })
}

/** Says calmly that something did not work. What the server said to the user is shown as it is. */
export function showProblem(problem: unknown): void {
  toast.error(describeProblem(problem))
}

interface ToastAction {
  label: string
  run: () => void
}

/** Says that something did not work, with what can be done about it. */
export function showFailure(text: string, { label, run }: ToastAction): void {
  toast.error(text, { duration: 10_000, action: { label, onClick: run } })
}

/** Says what somebody else has done, with the way there. */
export function showNews(text: string, { label, run }: ToastAction): void {
  toast.info(text, { duration: 10_000, action: { label, onClick: run } })
}

/** Says that something was done and can be undone, until it is hidden by `id`. */
export function showUndo(id: string, text: string, about: string, { label, run }: ToastAction): void {
  const action = { label, onClick: run }
  toast.success(text, { id, description: about, duration: Number.POSITIVE_INFINITY, action })
}

/** Removes the toast with this `id`, if it is still shown. */
export function hideToast(id: string): void {
  toast.dismiss(id)
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
