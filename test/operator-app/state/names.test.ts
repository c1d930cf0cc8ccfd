import { expect, test } from 'vitest'
import { numberBeside, visitorName } from '../../../operator-app/src/state/names.ts'

const unknown = { name: null, email: null, phone: null, number: 58 }

test('a visitor of whom nothing is known has their number once: as their name, and not beside it', () => {
  expect([visitorName(unknown), numberBeside(unknown)]).toEqual(['Visitor 58', null])
})

test('whoever has a name, an address or a phone number has their number beside it', () => {
  for (const known of [{ name: 'Ada' }, { email: 'ada@example.com' }, { phone: '+49 30 1' }]) {
    const visitor = { ...unknown, ...known }
    expect([visitorName(visitor), numberBeside(visitor)]).toEqual([Object.values(known)[0], 'Visitor 58'])
  }
})
