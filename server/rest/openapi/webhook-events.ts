import { UTM } from '../../domain/visits/page.ts'
import { WebhookEvent } from '../../generated/prisma/enums.ts'
import { jsonContent, type PathItem, reference } from './operation.ts'
import type { JsonSchema } from './schema-of.ts'

type Properties = { [name: string]: JsonSchema }

const text: JsonSchema = { type: 'string' }
const link: JsonSchema = { ...text, format: 'uri', description: 'Shown only if it leads to a safe URL.' }

const agent = exactly(
  { id: { ...text, description: 'The operator’s number.' }, name: text, email: text, phone: text },
  'An operator.',
)
const entry: Properties = {
  timestamp: { type: 'integer', description: 'Unix time in seconds.' },
  type: { enum: ['visitor', 'agent'] },
  agent_id: { type: 'integer', description: 'Absent for the visitor and for a bot.' },
  message: text,
}

/** Schemas of the events that endpoints get, and of their answers. */
export const webhookSchemas: Properties = {
  WebhookEvent: {
    type: 'object',
    required: ['event_name'],
    additionalProperties: false,
    description: 'Unknown structures are absent; those that are present have all their keys.',
    properties: {
      event_name: {
        enum: Object.values(WebhookEvent).map((event) => event.toLowerCase()),
        description: 'The last three are sent only if they are selected for the endpoint.',
      },
      chat_id: { type: 'integer', description: 'Absent without a chat, always in offline_message.' },
      widget_id: { ...text, description: 'The public id of the channel.' },
      visitor: exactly({
        name: text,
        email: text,
        phone: text,
        number: { ...text, description: 'Empty if they are not a known visitor.' },
        description: text,
        chats_count: { type: 'integer' },
      }),
      user_token: {
        ...text,
        description: 'The identifier that the page set for the visitor (setUserToken).',
      },
      session: exactly(
        {
          geoip: {
            type: 'object',
            additionalProperties: text,
            description: 'The location of the IP address: `country`, `country_code`, `region`, `city` …',
          },
          utm: { ...text, description: '`utm_json` as one text.' },
          utm_json: exactly(Object.fromEntries(UTM.map((name) => [name, text]))),
          ip_addr: text,
          user_agent: text,
        },
        'Of a visitor of a website.',
        ['geoip', 'utm_json'],
      ),
      page: exactly({ url: text, title: text }, 'The page that the visitor is on.'),
      department: exactly({ id: { type: 'integer' }, name: text }),
      agent,
      agents: {
        type: 'array',
        items: agent,
        description: 'chat_finished, chat_rated: everyone who was in the chat.',
      },
      call: exactly(
        {
          type: { enum: ['callback', 'incoming', 'outgoing'] },
          phone: text,
          status: { enum: ['start', 'agent_connected', 'client_connected', 'end', 'error'] },
          reason: { ...text, description: 'With `error` only.' },
          record_url: { ...text, format: 'uri' },
        },
        'call_event.',
        ['reason', 'record_url'],
      ),
      assign_to: { ...text, description: 'chat_assigned: the `crm_link` of your answer.' },
      chat: exactly(
        {
          messages: { type: 'array', items: exactly(entry, undefined, ['agent_id']) },
          rate: { enum: ['positive', 'negative', null] },
          blacklisted: { type: 'boolean', description: 'Whether the visitor is on the blacklist.' },
        },
        'chat_finished, chat_rated.',
      ),
      plain_messages: { ...text, description: 'chat_finished: the messages as text.' },
      html_messages: { ...text, description: 'chat_finished: the messages as HTML.' },
      offline_message_id: { ...text, description: 'offline_message.' },
      message: {
        description: 'offline_message: its text. message_created: the message.',
        oneOf: [text, exactly({ id: { ...text, format: 'uuid' }, ...entry }, undefined, ['agent_id'])],
      },
      comment: { ...text, description: 'chat_rated: what the visitor wrote.' },
    },
  },
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

/** An object with all these keys but the optional ones, and no others. */
function exactly(properties: Properties, description?: string, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return {
    type: 'object',
    ...(description && { description }),
    required,
    additionalProperties: false,
    properties,
  }
}
