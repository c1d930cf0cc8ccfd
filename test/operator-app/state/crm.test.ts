import { expect, test } from 'vitest'
import type { ChatCrm } from '../../../operator-app/src/graphql/crm.ts'
import { createCrm } from '../../../operator-app/src/state/conversation/crm.svelte.ts'

function crmOf(assignState: 'PENDING' | 'FAILED'): ChatCrm {
  const answer = {
    endpointId: 'endpoint',
    endpointName: 'CRM',
    state: 'SHOWN',
    reason: null,
  } as const
  const card = {
    enableAssign: true,
    crmLink: 'https://crm.example.com/cards/7',
    pageUrl: null,
    pageTitle: null,
  }
  const outcome = { assignState, assignReason: null, assignedBy: null, assignedAt: null }
  return { id: 'chat', crm: [{ ...answer, ...card, ...outcome, customData: [] }] }
}

const stateIn = (crm: ReturnType<typeof createCrm>) => crm.of('chat')?.map(({ assignState }) => assignState)

test('what a change was answered with is shown, unless an event said meanwhile what became of it', async () => {
  const crm = createCrm()
  await crm.follow('chat', async () => ({ chat: crmOf('PENDING') }))
  expect(stateIn(crm)).toEqual(['PENDING'])
  const answer = await crm.follow('chat', async () => {
    crm.apply(crmOf('FAILED'))
    return { chat: crmOf('PENDING') }
  })
  expect(answer.chat).not.toBeNull()
  expect(stateIn(crm)).toEqual(['FAILED'])
})
