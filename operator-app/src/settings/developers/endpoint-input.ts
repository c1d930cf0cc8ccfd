import type { Endpoint } from '../../graphql/webhooks.ts'
import { contractEvents } from './webhook-events.ts'

/** What the form of an endpoint edits. */
export interface EndpointInput {
  name: string
  url: string
  events: Endpoint['events']
  allChannels: boolean
  channelIds: string[]
  enabled: boolean
}

/** A new endpoint is told everything but the extras. */
export const newEndpoint: EndpointInput = {
  name: '',
  url: '',
  events: [...contractEvents],
  allChannels: true,
  channelIds: [],
  enabled: true,
}

/** What the form of an existing endpoint begins with. Its secret is never shown. */
export function inputOf({ name, url, events, allChannels, channels, enabled }: Endpoint): EndpointInput {
  return { name, url, events, allChannels, channelIds: channels.map(({ id }) => id), enabled }
}
