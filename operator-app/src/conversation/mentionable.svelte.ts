import { channelOperatorsQuery } from '../graphql/channels.ts'
import type { Chat, Operator } from '../graphql/fragments.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

/** The colleagues who can see a chat, while a component shows them. */
export function readMentionable({ people, configuration, me }: Workspace, chat: () => Chat) {
  let channel = $state.raw<ReturnType<typeof read> | null>(null)
  const read = (id: string) => configuration.query(channelOperatorsQuery, { id })
  $effect(() => {
    const query = read(chat().channel.id)
    channel = query
    return query.stop
  })
  /** Everybody until the answer is here: the server checks whom a note mentions. */
  const assigned = $derived(
    channel?.data?.channel && new Set(channel.data.channel.operators.map(({ id }) => id)),
  )
  /** Whose members include one of them: their supervisors see the chat, too. */
  const departmentIds = $derived(
    new Set(
      people.active
        .filter(({ id }) => assigned?.has(id))
        .flatMap((one) => one.departments.map(({ id }) => id)),
    ),
  )
  const canSee = ({ id, role, departments }: Operator) => {
    if (!assigned || role === 'ADMIN' || assigned.has(id)) return true
    return role === 'SUPERVISOR' && departments.some((department) => departmentIds.has(department.id))
  }
  return {
    get people(): Operator[] {
      return people.active.filter((operator) => operator.id !== me.id && canSee(operator))
    },
  }
}
