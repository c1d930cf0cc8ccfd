import type { Endpoint } from '../../graphql/webhooks.ts'
import { contractEvents } from './webhook-events.ts'

/** The fields of the form of an endpoint. */
export interface EndpointInput {
  name: string
  url: string
  events: Endpoint['events']
  allChannels: boolean
  channelIds: string[]
  enabled: boolean
  extraFields: boolean
}

/** A new endpoint gets all events except the extras. */
export const newEndpoint: EndpointInput = {
  name: '',
  url: '',
  events: [...contractEvents],
  allChannels: true,
  channelIds: [],
  enabled: true,
  extraFields: false,
}

/** The values of the form of an existing endpoint. Its secret is never shown. */
export function inputOf({ name, url, events, allChannels, channels, ...switches }: Endpoint): EndpointInput {
  const { enabled, extraFields } = switches
  return { name, url, events, allChannels, channelIds: channels.map(({ id }) => id), enabled, extraFields }
}
