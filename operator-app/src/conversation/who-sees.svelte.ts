import { channelOperatorsQuery } from '../graphql/channels.ts'
import type { Operator } from '../graphql/fragments.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

/**
 * Who sees the chats of a channel: those who answer it, the supervisors of their departments, and admins. Read while a
 * component shows it; everybody until the answer is here, and without a channel, because the server checks whom it is.
 */
export function readWhoSees({ people, configuration }: Workspace, channelId: () => string | undefined) {
  let channel = $state.raw<ReturnType<typeof read> | null>(null)
  const read = (id: string) => configuration.query(channelOperatorsQuery, { id })
  $effect(() => {
    const id = channelId()
    const query = id === undefined ? null : read(id)
    channel = query
    return query?.stop
  })
  const assigned = $derived(
    channel?.data?.channel && new Set(channel.data.channel.operators.map(({ id }) => id)),
  )
  const departmentIds = $derived(
    new Set(
      people.active
        .filter(({ id }) => assigned?.has(id))
        .flatMap((one) => one.departments.map(({ id }) => id)),
    ),
  )
  return {
    sees({ id, role, departments }: Operator): boolean {
      if (!assigned || role === 'ADMIN' || assigned.has(id)) return true
      return role === 'SUPERVISOR' && departments.some((department) => departmentIds.has(department.id))
    },
  }
}
