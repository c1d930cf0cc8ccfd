import type { Chat, Operator } from '../graphql/fragments.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { readWhoSees } from './who-sees.svelte.ts'

/** The colleagues who can see a chat, while a component shows them. */
export function readMentionable(workspace: Workspace, chat: () => Chat) {
  const { people, me } = workspace
  const who = readWhoSees(workspace, () => chat().channel.id)
  return {
    get people(): Operator[] {
      return people.active.filter((operator) => operator.id !== me.id && who.sees(operator))
    },
  }
}
