/** The fields of the form of a chat channel. */
export interface ChannelInput {
  name: string
  serverUrl: string
  chunked: boolean
  acceptsAny2xx: boolean
  operatorIds: string[]
}

/** The same as the mutations take it. */
export function toMutationInput({ name, operatorIds, ...chatApi }: ChannelInput) {
  return { name, operatorIds, settings: { chatApi } }
}
