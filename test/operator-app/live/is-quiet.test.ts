import { expect, test } from 'vitest'
import { isQuiet } from '../../../operator-app/src/state/live/is-quiet.ts'

const BERLIN = 'Europe/Berlin'
const at = (time: string) => new Date(`2026-07-01T${time}Z`)

test('quiet hours go by the clock of the person, also over midnight', () => {
  const night = { from: '22:00', to: '07:00', timeZone: BERLIN }
  // In summer, Berlin is two hours ahead.
  const times = ['19:59', '20:00', '22:30', '04:59', '05:00']
  expect(times.map((time) => isQuiet(night, at(time)))).toEqual([false, true, true, true, false])
  const noon = { from: '12:00', to: '13:00', timeZone: BERLIN }
  expect(['09:59', '10:00', '11:00'].map((time) => isQuiet(noon, at(time)))).toEqual([false, true, false])
  expect(isQuiet(null, at('20:00'))).toBe(false)
  // Midnight is 00:00 and not 24:00.
  expect(isQuiet({ from: '00:00', to: '00:01', timeZone: 'UTC' }, at('00:00'))).toBe(true)
})
