/** The longest texts that the server takes, in characters; `test/graphql/form-limits.test.ts` tries them. */
export const limits = {
  /** Of people, channels, departments and everything else that is set up. */
  name: 100,
  visitorName: 255,
  visitorEmail: 254,
  phone: 50,
  visitorDescription: 2000,
  /** To a colleague. */
  note: 500,
  reason: 500,
  answer: 10_000,
  invitation: 1000,
  functionName: 100,
  conditionValue: 300,
  widgetTitle: 60,
  widgetText: 500,
  clientId: 500,
  clientSecret: 2000,
  botToken: 1024,
  identitySecret: 1000,
} as const
