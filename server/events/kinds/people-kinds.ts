import { inAudit, inSettings } from './common-fields.ts'
import type { EventKindEntry } from './event-kind-entry.ts'

/** Events about the people of an account, what each of them chose, and how they sign in. */
export const peopleKinds = {
  OPERATOR_CREATED: {
    ...inSettings,
    description: 'An operator was added to the account.',
    subject: 'OPERATOR',
    audience: 'ACCOUNT',
  },
  OPERATOR_UPDATED: {
    ...inSettings,
    description: 'The profile, role or availability of an operator changed.',
    changesLoad: true,
    subject: 'OPERATOR',
    audience: 'ACCOUNT',
  },
  OPERATOR_SET_AWAY: {
    ...inSettings,
    description: 'A supervisor or an admin, the actor, set the viewer as away.',
    subject: 'OPERATOR',
    audience: 'PERSON',
  },
  OPERATOR_DEACTIVATED: {
    ...inSettings,
    description: 'An operator was deactivated.',
    subject: 'OPERATOR',
    audience: 'ACCOUNT',
  },
  OPERATOR_REACTIVATED: {
    ...inSettings,
    description: 'A deactivated operator was allowed to sign in again.',
    subject: 'OPERATOR',
    audience: 'ACCOUNT',
  },
  OPERATOR_INVITED: {
    ...inAudit,
    description: 'An admin invited somebody to the account.',
    audience: 'ACCOUNT',
  },
  OPERATOR_INVITATION_REVOKED: {
    ...inAudit,
    description: 'An invitation to the account was revoked.',
    audience: 'ACCOUNT',
  },
  DEPARTMENT_CREATED: {
    ...inSettings,
    description: 'A department was created. Not returned after the department is deleted.',
    subject: 'DEPARTMENT',
    audience: 'ACCOUNT',
  },
  DEPARTMENT_UPDATED: {
    ...inSettings,
    description:
      'The name or the members of a department changed. Not returned after the department is deleted.',
    subject: 'DEPARTMENT',
    audience: 'ACCOUNT',
  },
  DEPARTMENT_DELETED: {
    ...inSettings,
    description: 'A department was deleted.',
    subject: 'DELETED',
    audience: 'ACCOUNT',
  },
  LEFT_CHATS_ACKNOWLEDGED: {
    ...inSettings,
    description:
      'The viewer has acknowledged, on this or another device, that chats were taken from them while they were gone: read `Viewer.leftChats` again.',
    subject: null,
    audience: 'PERSON',
  },
  NOTIFICATION_SETTINGS_UPDATED: {
    ...inSettings,
    description: 'The viewer chose, on this or another device, which notifications they get, and how.',
    subject: null,
    audience: 'PERSON',
  },
  API_TOKEN_CREATED: { ...inAudit, description: 'The viewer created an API token.', audience: 'PERSON' },
  API_TOKEN_REVOKED: {
    ...inAudit,
    description: 'An API token of the viewer was revoked.',
    audience: 'PERSON',
  },
  SESSION_CREATED: {
    ...inSettings,
    description: 'The viewer signed in on another device or in another browser.',
    subject: 'SESSION',
    audience: 'PERSON',
  },
  SESSION_ENDED: {
    ...inSettings,
    description: 'A session of the viewer ended: they signed out, or ended it.',
    subject: 'SESSION',
    audience: 'PERSON',
  },
} as const satisfies Record<string, EventKindEntry>
