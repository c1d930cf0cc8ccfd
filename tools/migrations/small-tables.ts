/**
 * Tables whose rows people make one by one, so that a migration may lock them while it goes through all their rows. All
 * others grow with the traffic.
 */
export const SMALL_TABLES: ReadonlySet<string> = new Set([
  ...['Installation', 'SecretKeyFingerprint', 'VapidKeys', 'RunningProcess', 'InstallationCheck'],
  ...['Account', 'User', 'UserInvitation', 'ApiToken', 'PushSubscription', 'NotificationPosition'],
  ...['Department', 'DepartmentMember', 'Tag', 'SavedView', 'SavedViewPin', 'ReportZone'],
  ...['Channel', 'ChannelOperator', 'ChatApiSettings', 'WidgetSettings', 'BusinessHours', 'RoutingSettings'],
  ...['AutomaticMessage', 'CallSettings', 'CallbackChannel'],
  ...['CannedReply', 'CannedReplyChannel', 'CannedReplyDepartment', 'CannedReplyFile'],
  ...['BotProvider', 'BotAccessToken', 'Bot', 'WebhookEndpoint'],
])
