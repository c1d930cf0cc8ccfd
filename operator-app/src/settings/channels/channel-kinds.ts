import type { Component } from 'svelte'
import { type Channel, chatApiOf, type WholeChannel } from '../../graphql/channels.ts'
import ChannelSetup from './ChannelSetup.svelte'
import ChatApiSettings from './ChatApiSettings.svelte'
import NewChatApi from './NewChatApi.svelte'
import NewWidget from './widget/NewWidget.svelte'
import WidgetSettings from './widget/WidgetSettings.svelte'
import WidgetSetup from './widget/WidgetSetup.svelte'

interface KindPages {
  /** The form that creates one. */
  New: Component
  /** How it is put into use. */
  Setup: Component<{ channel: Channel }>
  /** The form of its settings. */
  Settings: Component<{ channel: WholeChannel }>
  /** A preview stands beside the form, so the page is wider. */
  hasPreview: boolean
  /** It has triggers, which have a tab. */
  hasTriggers: boolean
  /** Its replies are delivered to a client endpoint, and their log has a tab. */
  hasDeliveryLog: boolean
  /** What the list of channels says besides the kind and the operators. */
  detailOf: (channel: Channel) => string | undefined
}

/** What the settings show of each kind of channel, in the order in which a new one is chosen. */
export const channelKinds: Record<Channel['kind'], KindPages> = {
  WIDGET: {
    New: NewWidget,
    Setup: WidgetSetup,
    Settings: WidgetSettings,
    hasPreview: true,
    hasTriggers: true,
    hasDeliveryLog: false,
    detailOf: () => undefined,
  },
  CHAT_API: {
    New: NewChatApi,
    Setup: ChannelSetup,
    Settings: ChatApiSettings,
    hasPreview: false,
    hasTriggers: false,
    hasDeliveryLog: true,
    detailOf: (channel) => chatApiOf(channel)?.serverUrl,
  },
}
