import { deleteMessageMutation, editMessageMutation } from '../graphql/notes.ts'
import { mutate } from '../graphql/request.ts'
import { showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

interface Edit {
  id: string
  text: string
  mentionedIds: string[]
}

/** Changes the text of a message. Returns whether it was done; a refusal is shown. */
export async function editMessage({ threads }: Workspace, input: Edit): Promise<boolean> {
  try {
    const { message, userErrors } = (await mutate(editMessageMutation, { input })).editMessage
    if (message) threads.apply(message)
    if (userErrors[0]) showProblem(userErrors[0].message)
    return message !== null
  } catch (error) {
    showProblem(error)
    return false
  }
}

/** Deletes a message; a refusal is shown. */
export async function deleteMessage({ threads }: Workspace, id: string): Promise<void> {
  try {
    const { message, userErrors } = (await mutate(deleteMessageMutation, { input: { id } })).deleteMessage
    if (message) threads.apply(message)
    if (userErrors[0]) showProblem(userErrors[0].message)
  } catch (error) {
    showProblem(error)
  }
}
