import { callPath } from '../browser/route.ts'
import { router } from '../browser/router.svelte.ts'
import {
  type Call,
  endCallMutation,
  failCallMutation,
  markCallConnectedMutation,
  takeCallMutation,
} from '../graphql/calls.ts'
import { mutate } from '../graphql/request.ts'
import type { UserError } from '../graphql/user-errors.ts'
import { callToast, showInfo, showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

interface CallPayload {
  call: Call | null
  userErrors: UserError[]
}

/** Takes an offered call. When somebody else was first, says who; that is news, not an error. */
export function takeCall(workspace: Workspace, { id }: Call): Promise<boolean> {
  return change(workspace, id, async () => (await mutate(takeCallMutation, { input: { id } })).takeCall)
}

/** Takes the call that waits longest and shows it. */
export async function takeFirstCall(workspace: Workspace): Promise<void> {
  const [call] = workspace.calls.offered
  const { page } = router
  // Whoever has gone somewhere else meanwhile stays there.
  if (call && (await takeCall(workspace, call)) && router.page === page) router.navigate(callPath(call.id))
}

/** Says that the operator is connected. Whether it was done; the reason for a refusal is shown. */
export function markCallConnected(workspace: Workspace, { id }: Call): Promise<boolean> {
  return change(workspace, id, async () => {
    return (await mutate(markCallConnectedMutation, { input: { id } })).markCallConnected
  })
}

/** Ends the call. Whether it was done; the reason for a refusal is shown. */
export function endCall(workspace: Workspace, { id }: Call): Promise<boolean> {
  return change(workspace, id, async () => (await mutate(endCallMutation, { input: { id } })).endCall)
}

/** Ends the call as failed, with what the log says about it. Whether it was done; the reason for a refusal is shown. */
export function failCall(workspace: Workspace, { id }: Call, reason: string): Promise<boolean> {
  return change(
    workspace,
    id,
    async () => (await mutate(failCallMutation, { input: { id, reason } })).failCall,
  )
}

async function change(workspace: Workspace, id: string, run: () => Promise<CallPayload>): Promise<boolean> {
  try {
    const { call, userErrors } = await run()
    if (call) workspace.calls.apply(call)
    const [refusal] = userErrors
    if (!refusal) return true
    showInfo(refusal.message, { id: callToast(id) })
    await workspace.calls.read(id).catch(() => {})
  } catch (error) {
    showProblem(error)
  }
  return false
}
