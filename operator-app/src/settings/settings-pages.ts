import type { Component } from 'svelte'
import type { SectionWithEntries, SettingsSection } from '../browser/settings-sections.ts'
import AccountPage from './account/AccountPage.svelte'
import AuditLogPage from './audit-log/AuditLogPage.svelte'
import BotProviderPage from './bot-providers/BotProviderPage.svelte'
import BotProvidersPage from './bot-providers/BotProvidersPage.svelte'
import NewBotProviderPage from './bot-providers/NewBotProviderPage.svelte'
import BotPage from './bots/BotPage.svelte'
import BotsPage from './bots/BotsPage.svelte'
import ConnectBotPage from './bots/ConnectBotPage.svelte'
import CallSettingsPage from './calls/CallSettingsPage.svelte'
import CannedRepliesPage from './canned-replies/CannedRepliesPage.svelte'
import ChannelPage from './channels/ChannelPage.svelte'
import ChannelsPage from './channels/ChannelsPage.svelte'
import NewChannelPage from './channels/NewChannelPage.svelte'
import ChatSettingsPage from './chats/ChatSettingsPage.svelte'
import DepartmentsPage from './departments/DepartmentsPage.svelte'
import DevelopersPage from './developers/DevelopersPage.svelte'
import EndpointPage from './developers/EndpointPage.svelte'
import NewEndpointPage from './developers/NewEndpointPage.svelte'
import HoursPage from './hours/HoursPage.svelte'
import InstallationPage from './installation/InstallationPage.svelte'
import MailPage from './mail/MailPage.svelte'
import NotificationsPage from './notifications/NotificationsPage.svelte'
import PeoplePage from './people/PeoplePage.svelte'
import ProfilePage from './profile/ProfilePage.svelte'
import RetentionPage from './retention/RetentionPage.svelte'
import RoutingPage from './routing/RoutingPage.svelte'
import TagsPage from './tags/TagsPage.svelte'

interface EntryPages {
  /** The page of an entry. */
  Entry: Component<{ id: string }>
  /** The page at `new`. */
  New: Component
}

/** The page of a section, and those of its entries. */
export const settingsPages: {
  [Name in SettingsSection]: { Page: Component } & (Name extends SectionWithEntries ? EntryPages : unknown)
} = {
  profile: { Page: ProfilePage },
  notifications: { Page: NotificationsPage },
  account: { Page: AccountPage },
  people: { Page: PeoplePage },
  departments: { Page: DepartmentsPage },
  'canned-replies': { Page: CannedRepliesPage },
  channels: { Page: ChannelsPage, Entry: ChannelPage, New: NewChannelPage },
  hours: { Page: HoursPage },
  tags: { Page: TagsPage },
  chats: { Page: ChatSettingsPage },
  routing: { Page: RoutingPage },
  bots: { Page: BotsPage, Entry: BotPage, New: ConnectBotPage },
  'bot-providers': { Page: BotProvidersPage, Entry: BotProviderPage, New: NewBotProviderPage },
  calls: { Page: CallSettingsPage },
  developers: { Page: DevelopersPage, Entry: EndpointPage, New: NewEndpointPage },
  mail: { Page: MailPage },
  retention: { Page: RetentionPage },
  'audit-log': { Page: AuditLogPage },
  installation: { Page: InstallationPage },
}
