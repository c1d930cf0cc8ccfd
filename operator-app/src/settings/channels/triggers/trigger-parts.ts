import { newUuid } from '../../../../../widget/new-uuid.ts'
import type { SvcAction, SvcCondition, SvcRule } from '../../../../../widget/svc-api.d.ts'

const text = { operator: 'contains', value: '' } as const

/** The default values of a condition of each type in the form. */
export const newConditions: { [Type in SvcCondition['type']]: SvcCondition } = {
  time_on_page: { type: 'time_on_page', seconds: 30 },
  time_on_site: { type: 'time_on_site', seconds: 60 },
  pages_seen: { type: 'pages_seen', count: 3 },
  page_url: { type: 'page_url', ...text },
  page_title: { type: 'page_title', ...text },
  referrer: { type: 'referrer', ...text },
  returning_visitor: { type: 'returning_visitor', value: true },
  operators_online: { type: 'operators_online', value: true },
  scroll_depth: { type: 'scroll_depth', percent: 50 },
  exit_intent: { type: 'exit_intent' },
  time_of_day: { type: 'time_of_day', from: '09:00', to: '18:00' },
}

/** The same of an action. */
export const newActions: { [Type in SvcAction['type']]: SvcAction } = {
  invite: { type: 'invite', text: '' },
  open_chat: { type: 'open_chat' },
  call_function: { type: 'call_function', name: '' },
}

/** A trigger as a new one begins. */
export function newRule(): SvcRule {
  return {
    id: newUuid().slice(0, 8),
    name: '',
    enabled: true,
    conditions: [{ ...newConditions.time_on_page }],
    actions: [{ ...newActions.invite }],
    repeat: 'once',
  }
}
