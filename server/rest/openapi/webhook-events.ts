import { UTM } from '../../domain/visits/page.ts'
import { TagColor, type WebhookEvent } from '../../generated/prisma/enums.ts'
import { jsonContent, type PathItem, reference } from './operation.ts'
import type { JsonSchema } from './schema-of.ts'

type Properties = { [name: string]: JsonSchema }

const text: JsonSchema = { type: 'string' }
const link: JsonSchema = { ...text, format: 'uri', description: 'Shown only if it leads to a safe URL.' }

const agent = known(
  { id: { ...text, description: 'The operator’s number.' }, name: text, email: text, phone: text },
  'An operator.',
)
const entry: Properties = {
  timestamp: { type: 'integer', description: 'Unix time in seconds.' },
  type: { enum: ['visitor', 'agent'] },
  agent_id: { type: 'integer', description: 'Absent for the visitor and for a bot.' },
  message: text,
}
const chat = known({
  messages: { type: 'array', items: known(entry, undefined, ['agent_id']) },
  rate: { enum: ['positive', 'negative', null] },
  blacklisted: { type: 'boolean', description: 'Whether the visitor is on the blacklist.' },
})
const agents: JsonSchema = { type: 'array', items: agent, description: 'Everyone who was in the chat.' }

/** What every event says of where it happened and who it is about, as far as known. */
const common: Properties = {
  widget_id: { ...text, description: 'The public id of the channel.' },
  visitor: known({
    name: text,
    email: text,
    phone: text,
    number: { ...text, description: 'Empty if they are not a known visitor.' },
    description: text,
    chats_count: { type: 'integer' },
  }),
  user_token: { ...text, description: 'The identifier that the page set for the visitor (setUserToken).' },
  session: known(
    {
      geoip: {
        type: 'object',
        additionalProperties: text,
        description: 'The location of the IP address: `country`, `country_code`, `region`, `city` …',
      },
      utm: { ...text, description: '`utm_json` as one text.' },
      utm_json: known(Object.fromEntries(UTM.map((name) => [name, text]))),
      ip_addr: text,
      user_agent: text,
    },
    'Of a visitor of a website.',
    ['geoip', 'utm_json'],
  ),
  page: known({ url: text, title: text }, 'The page that the visitor is on.'),
  department: known({ id: { type: 'integer' }, name: text }),
}
const ofChat: Properties = { chat_id: { type: 'integer' }, ...common }
const colors = Object.values(TagColor).map((color) => color.toLowerCase())
const tags: JsonSchema = {
  type: 'array',
  items: known({ id: { ...text, format: 'uuid' }, name: text, color: { enum: colors } }),
}
/** What an event of a chat has only for endpoints with `extraFields`. */
const extra: Properties = {
  tags: { ...tags, description: 'The tags of the chat, for endpoints with `extraFields`.' },
}

/** The schema of each event: what it always has, and what it may have. */
const events: Record<WebhookEvent, { always: Properties; else: Properties }> = {
  CHAT_ACCEPTED: { always: ofChat, else: { agent } },
  CHAT_ASSIGNED: {
    always: { ...ofChat, assign_to: { ...text, description: 'The `crm_link` of your answer.' } },
    else: { agent },
  },
  CHAT_FINISHED: {
    always: {
      ...ofChat,
      agents,
      chat,
      plain_messages: { ...text, description: 'The messages as text.' },
      html_messages: { ...text, description: 'The messages as HTML.' },
    },
    else: {},
  },
  CHAT_UPDATED: {
    always: ofChat,
    else: { agent: { ...agent, description: 'Absent while nobody is in the chat.' } },
  },
  CALL_EVENT: {
    always: {
      ...common,
      call: known(
        {
          type: { enum: ['callback', 'incoming', 'outgoing'] },
          phone: text,
          status: { enum: ['start', 'agent_connected', 'client_connected', 'end', 'error'] },
          reason: { ...text, description: 'With `error` only.' },
          record_url: { ...text, format: 'uri' },
        },
        undefined,
        ['reason', 'record_url'],
      ),
    },
    else: { chat_id: { type: 'integer', description: 'Absent for a call without a chat.' }, agent },
  },
  OFFLINE_MESSAGE: { always: { ...common, offline_message_id: text, message: text }, else: {} },
  CLIENT_UPDATED: { always: ofChat, else: { agent } },
  MESSAGE_CREATED: {
    always: {
      ...ofChat,
      message: known({ id: { ...text, format: 'uuid' }, ...entry }, undefined, ['agent_id']),
    },
    else: { agent },
  },
  CHAT_RATED: {
    always: { ...ofChat, agents, chat, comment: { ...text, description: 'What the visitor wrote.' } },
    else: {},
  },
  CHAT_TAGGED: {
    always: { ...ofChat, tags: { ...tags, description: 'The tags that the chat then had.' } },
    else: { agent },
  },
}
/** Structures that an event may lack when they are unknown. */
const UNKNOWN = ['widget_id', 'visitor', 'user_token', 'session', 'page', 'department']

const nameOf = (event: string) => event.toLowerCase()
const schemaName = (event: string) =>
  `${nameOf(event).replace(/(^|_)[a-z]/g, (start) => start.replace('_', '').toUpperCase())}Webhook`

/** Schemas of the events that endpoints get, and of their answers. */
export const webhookSchemas: Properties = {
  WebhookEvent: {
    description:
      'Unknown structures are absent; those that are present have all their keys. Ignore fields that you do not know: new ones may be added. `client_updated`, `message_created`, `chat_rated` and `chat_tagged` are sent only if they are selected for the endpoint.',
    oneOf: Object.keys(events).map((event) => reference(schemaName(event))),
    discriminator: {
      propertyName: 'event_name',
      mapping: Object.fromEntries(
        Object.keys(events).map((event) => [nameOf(event), `#/components/schemas/${schemaName(event)}`]),
      ),
    },
  },
  ...Object.fromEntries(
    Object.entries(events).map(([event, { always, else: others }]) => {
      const optional = { ...others, ...('chat_id' in always && !('tags' in always) && extra) }
      return [
        schemaName(event),
        known({ event_name: { const: nameOf(event) }, ...always, ...optional }, undefined, [
          ...UNKNOWN,
          ...Object.keys(optional),
        ]),
      ]
    }),
  ),
  WebhookAnswer: {
    type: 'object',
    description: 'All fields but `result` only count in answers to chat_accepted and chat_updated.',
    properties: {
      result: {
        ...text,
        description: '`ok` in any letter case; anything else is a failure and describes it.',
      },
      custom_data: {
        type: 'array',
        maxItems: 50,
        items: { type: 'object', properties: { title: text, key: text, content: text, link } },
      },
      contact_info: {
        type: 'object',
        properties: { name: text, email: text, phone: text, description: text },
      },
      enable_assign: { type: 'boolean' },
      crm_link: link,
      page: { type: ['object', 'null'], properties: { url: link, title: text } },
    },
  },
}

export const webhookEvents: { [name: string]: PathItem } = {
  webhookEvent: {
    post: {
      operationId: 'receiveWebhookEvent',
      summary: 'Events for your CRM',
      description:
        'Sent to a webhook endpoint, signed according to Standard Webhooks with `webhook-id`, `webhook-timestamp` and `webhook-signature`. The id and the body are the same in every attempt. Answer within 10 seconds; 5 seconds for chat_accepted.',
      tags: ['Webhooks'],
      security: [],
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        name,
        in: 'header',
        required: true,
        schema: text,
      })),
      requestBody: {
        required: true,
        content: jsonContent(reference('WebhookEvent'), {
          chat_accepted: {
            event_name: 'chat_accepted',
            chat_id: 1042,
            widget_id: 'Xa3kP9',
            visitor: {
              name: 'Anna',
              email: 'anna@example.com',
              phone: '',
              number: '17',
              description: '',
              chats_count: 3,
            },
            agent: { id: '5', name: 'Olga', email: 'olga@example.com', phone: '' },
          },
        }),
      },
      responses: {
        '2XX': {
          description: 'Delivered, whatever the body.',
          content: jsonContent(reference('WebhookAnswer'), {
            data: { result: 'ok', custom_data: [{ title: 'Plan', content: 'Gold' }] },
          }),
        },
        410: { description: 'The endpoint is switched off, and the admins are notified.' },
      },
    },
  },
}

/** An object with all these keys but the optional ones. It may get others in later versions. */
function known(properties: Properties, description?: string, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', ...(description && { description }), required, properties }
}
