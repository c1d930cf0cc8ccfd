import { botPaths, botSchemas } from './bot-paths.ts'
import { botEventSchemas, botWebhooks } from './bot-webhook.ts'
import { callPaths, callSchemas, callWebhooks } from './call-paths.ts'
import { channelPaths, channelSchemas } from './channel-paths.ts'
import { clientSchemas, clientWebhooks } from './client-webhook.ts'
import { exportedSchemas } from './exported-schemas.ts'
import { mailPaths, mailSchemas } from './mail-paths.ts'
import { errorSchema } from './operation.ts'
import { fileSchemas, servicePaths } from './service-paths.ts'
import { webhookEvents, webhookSchemas } from './webhook-events.ts'

/**
 * The REST interfaces as an OpenAPI 3.1 document. `url` is where this installation is reached. Its schemas come from
 * those that the adapters parse with; where they parse by hand, a test keeps both in step.
 */
export function openApiDocument(url: string) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Switchboard',
      version: '1',
      summary: 'The REST interfaces of a Switchboard installation.',
      description:
        'Chat channels for your own app, bots, telephone systems, operators’ files, the archive as a file, health. Requests are read leniently: unknown fields are ignored, and invalid or blank optional fields count as absent. A known path answers every other method with 405 and `Allow`. Everything else is GraphQL, described in `/schema.graphql`.',
    },
    servers: [{ url }],
    // The address of a channel, a bot or a telephone system carries its credential.
    security: [],
    tags: [
      { name: 'Chat channel' },
      { name: 'Bot provider' },
      { name: 'Calls' },
      { name: 'Mail' },
      { name: 'Webhooks' },
      { name: 'Files' },
      { name: 'Archive' },
      { name: 'Health' },
    ],
    paths: { ...channelPaths, ...botPaths, ...callPaths, ...mailPaths, ...servicePaths },
    webhooks: { ...clientWebhooks, ...botWebhooks, ...callWebhooks, ...webhookEvents },
    components: {
      schemas: {
        ...channelSchemas,
        ...clientSchemas,
        ...botSchemas,
        ...botEventSchemas,
        ...callSchemas,
        ...mailSchemas,
        ...webhookSchemas,
        ...fileSchemas,
        ...exportedSchemas,
        Error: errorSchema,
      },
      securitySchemes: {
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The access token of a provider with authorization, as issued, without "Bearer".',
        },
        session: { type: 'apiKey', in: 'cookie', name: 'switchboard_session' },
        apiToken: { type: 'http', scheme: 'bearer', description: 'A token from Settings → Profile.' },
        replySecret: { type: 'http', scheme: 'bearer', description: 'REPLY_SECRET.' },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN, if it is set.' },
      },
    },
  }
}
