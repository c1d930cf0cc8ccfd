import { onDestroy } from 'svelte'
import { botProvidersQuery } from '../../graphql/bot-providers.ts'
import { botsQuery } from '../../graphql/bots.ts'
import { channelsQuery } from '../../graphql/channels.ts'
import { departmentsQuery, operatorInvitationsQuery, operatorsQuery } from '../../graphql/people.ts'
import { endpointsQuery } from '../../graphql/webhooks.ts'
import { getWorkspace } from '../workspace.svelte.ts'
import { AllPages, type ListOptions } from './all-pages.svelte.ts'
import type { ConfigurationData } from './configuration.ts'

/** A whole list of the configuration for as long as the component that makes it. */
function useList<Data extends ConfigurationData, Node extends { id: string }, Own extends object>(
  options: ListOptions<Data, Node, Own>,
): AllPages<Data, Node, Own> {
  const { configuration } = getWorkspace()
  const list = new AllPages(configuration, options)
  onDestroy(configuration.follow(list))
  onDestroy(() => list.stop())
  void list.load()
  return list
}

export const useChannels = () =>
  useList({ document: channelsQuery, connectionOf: ({ channels }) => channels })

export const useDepartments = () =>
  useList({ document: departmentsQuery, connectionOf: ({ departments }) => departments })

/** Former operators, too: they answered chats. */
export const useOperators = () =>
  useList({
    document: operatorsQuery,
    connectionOf: ({ operators }) => operators,
    variables: { includeDeactivated: true },
  })

export const useInvitations = () =>
  useList({
    document: operatorInvitationsQuery,
    connectionOf: ({ operatorInvitations }) => operatorInvitations,
  })

export const useBots = () => useList({ document: botsQuery, connectionOf: ({ bots }) => bots })

export const useBotProviders = () =>
  useList({ document: botProvidersQuery, connectionOf: ({ botProviders }) => botProviders })

export const useEndpoints = () =>
  useList({ document: endpointsQuery, connectionOf: ({ webhookEndpoints }) => webhookEndpoints })
