import { expect, test } from 'vitest'
import { visitorEmail, visitorPhone } from '../../server/domain/visitors/contact-fields.ts'
import { findContactProblem } from '../../widget/loader/check-contacts.ts'

/** An address of so many characters. */
const longEmail = (length: number) => `ada@${'x'.repeat(length - 'ada@.de'.length)}.de`

test.each([
  ['ada@example.com', true],
  ['a@b.c', true],
  ['ä@b.de', true],
  ['user@exämple.de', true],
  ['a..b@c.de', true],
  ['x@1.2.3.4', true],
  ['a,b@c.de', true],
  ['a>b@c.de', true],
  ['\ud800@c.de', true],
  [longEmail(254), true],
  [longEmail(255), false],
  [longEmail(265), false],
  ['nobody', false],
  ['nobody@home', false],
  ['@c.de', false],
  ['a@b@c.de', false],
  ['a b@c.de', false],
  ['a\nb@c.de', false],
  ['a\u0085b@c.de', false],
  ['\0@c.de', false],
  ['\0', false],
])('the widget’s script and the server agree on the e-mail address %j: %j', (email, isGood) => {
  expect(findContactProblem({ email }) === null).toBe(isGood)
  expect(visitorEmail.safeParse(email).success).toBe(isGood)
})

test.each([
  ['110', true],
  ['+49 (30) 123-456/7', true],
  ['00 49.30.123456', true],
  ['+49\u00a030\t123456', true],
  ['1'.repeat(50), true],
  [`+${'1'.repeat(49)}`, true],
  ['1'.repeat(51), false],
  [`+${'1'.repeat(50)}`, false],
  ['---', false],
  ['+1 2', false],
  ['(1) - (2)', false],
  ['1+1+1', false],
  ['call me', false],
  ['0800 FLOWERS 123', false],
  ['12\u00003', false],
])('the widget’s script and the server agree on the telephone number %j: %j', (phone, isGood) => {
  expect(findContactProblem({ phone }) === null).toBe(isGood)
  expect(visitorPhone.safeParse(phone).success).toBe(isGood)
})

test('what is blank is as if it were left out', () => {
  for (const blank of ['', '  \n', null, undefined]) {
    expect([visitorEmail.parse(blank), visitorPhone.parse(blank)]).toEqual([null, null])
  }
  expect(findContactProblem({})).toBeNull()
  expect(findContactProblem({}, true)).not.toBeNull()
})
