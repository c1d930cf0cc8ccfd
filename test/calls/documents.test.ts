import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Order, orderBody } from '../../server/domain/calls/orders/call-order.ts'
import { readCallReport } from '../../server/domain/calls/reports/read-call-report.ts'
import { component, mistakesOf } from '../support/openapi.ts'

const page = readFileSync(new URL('../../docs/calls.md', import.meta.url), 'utf8')
/** The payloads that the page shows: ```json name. */
const example = (name: string) => JSON.parse(page.split(`\`\`\`json ${name}\n`)[1]?.split('```')[0] ?? '')

const order: Order = {
  id: '01a1fbd0-7b1e-7c55-9d0b-0f3d6ce9a6f1',
  phone: '+4930123456',
  state: 'START',
  startedAt: '2026-11-21T00:00:00Z',
  publicId: 'k3v9x2ma7q',
  visitorNumber: 7,
  visitorName: 'Ann',
  visitorEmail: null,
  visitorPhone: null,
  visitorDescription: null,
  chatNumber: 12,
  gatewayUrl: null,
  secrets: [],
}

test('the page shows an order as it is sent, and the OpenAPI document describes it', () => {
  const sent = JSON.parse(orderBody(order))
  expect(example('call_order')).toEqual(sent)
  expect(mistakesOf(sent, component('CallOrder'))).toEqual([])
  const all = { visitorEmail: 'a@example.com', visitorPhone: '1', visitorDescription: 'x' }
  expect(mistakesOf(JSON.parse(orderBody({ ...order, ...all })), component('CallOrder'))).toEqual([])
  const unknown = { visitorNumber: null, chatNumber: null }
  expect(mistakesOf(JSON.parse(orderBody({ ...order, ...unknown })), component('CallOrder'))).toEqual([])
})

test('the report that the page shows is taken', () => {
  expect(readCallReport(example('report'))).toMatchObject({ status: 'END' })
  expect(mistakesOf(example('report'), component('CallReport'))).toEqual([])
})
