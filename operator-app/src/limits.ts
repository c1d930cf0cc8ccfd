/** What the server takes at most, of texts in characters; `test/graphql/form-limits.test.ts` tries it. */
export const limits = {
  /** Of people, channels, departments and everything else that is set up. */
  name: 100,
  tagName: 50,
  tagDescription: 200,
  visitorName: 255,
  visitorEmail: 254,
  phone: 50,
  visitorDescription: 2000,
  cannedReply: 1000,
  cannedReplyShortcut: 32,
  automaticMessage: 1000,
  automaticLanguages: 20,
  /** Of a message to a visitor, a caption and a note. */
  message: 4000,
  /** A longer one stays in the browser. */
  draft: 10_000,
  draftAgeMs: 1_728_000_000,
  /** Characters of a message to a colleague. */
  note: 500,
  reason: 500,
  answer: 10_000,
  invitation: 1000,
  functionName: 100,
  conditionValue: 300,
  widgetTitle: 60,
  widgetText: 500,
  launcherLabel: 24,
  mailSenderName: 60,
  mailRepliesMinutes: 1440,
  clientId: 500,
  clientSecret: 2000,
  botToken: 1024,
  identitySecret: 1000,
  callBalance: 1_000_000,
  weeklyHours: 50,
  holidays: 500,
  /** What one request sends again at most. */
  resentWebhooks: 10_000,
  retentionDays: 3650,
  leftAloneMinutes: 60,
  longestOfferSeconds: 600,
  shortestOfferSeconds: 10,
  maxChats: 100,
  routingRules: 50,
  routingConditions: 10,
  returnDays: 365,
  notTakenMinutes: 1440,
  targetMinutes: 43_200,
  /** Of the filter of the inbox. */
  unansweredMinutes: 525_600,
  /** The longest range of a report that is shown day by day. */
  reportDays: 92,
  reportRows: 500,
  reportComments: 50,
  /** Of something that is sent out, the last ones. */
  attempts: 50,
  /** The least of these: how long a password must be. */
  shortestPassword: 10,
} as const
