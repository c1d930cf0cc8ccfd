import { assignedFields, channelFields } from './channels.ts'
import { userErrorFields } from './fragments.ts'
import { graphql } from './graphql.ts'

export const createChannelMutation = graphql(
  `
    mutation CreateChannel($input: CreateChannelInput!) {
      createChannel(input: $input) {
        channel {
          ...ChannelFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [channelFields, userErrorFields],
)

export const updateChannelMutation = graphql(
  `
    mutation UpdateChannel($input: UpdateChannelInput!) {
      updateChannel(input: $input) {
        channel {
          ...ChannelFields
          ...AssignedFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [channelFields, assignedFields, userErrorFields],
)

export const trustMediaHostsMutation = graphql(
  `
    mutation TrustMediaHosts($input: TrustMediaHostsInput!) {
      trustMediaHosts(input: $input) {
        channel {
          ...ChannelFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [channelFields, userErrorFields],
)

export const pauseChannelMutation = graphql(
  `
    mutation PauseChannel($input: PauseChannelInput!) {
      pauseChannel(input: $input) {
        channel {
          ...ChannelFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [channelFields, userErrorFields],
)

export const resumeChannelMutation = graphql(
  `
    mutation ResumeChannel($input: ResumeChannelInput!) {
      resumeChannel(input: $input) {
        channel {
          ...ChannelFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [channelFields, userErrorFields],
)

export const rotateChannelSecretMutation = graphql(
  `
    mutation RotateChannelSecret($input: RotateChannelSecretInput!) {
      rotateChannelSecret(input: $input) {
        channel {
          ...ChannelFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [channelFields, userErrorFields],
)

export const rotateChannelPublicIdMutation = graphql(
  `
    mutation RotateChannelPublicId($input: RotateChannelPublicIdInput!) {
      rotateChannelPublicId(input: $input) {
        channel {
          ...ChannelFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [channelFields, userErrorFields],
)

export const setWidgetLogoMutation = graphql(
  `
    mutation SetWidgetLogo($input: SetWidgetLogoInput!) {
      setWidgetLogo(input: $input) {
        channel {
          ...ChannelFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [channelFields, userErrorFields],
)

export const deleteChannelMutation = graphql(
  `
    mutation DeleteChannel($input: DeleteChannelInput!) {
      deleteChannel(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
