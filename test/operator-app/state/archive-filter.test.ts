import { expect, test } from 'vitest'
import {
  exportPath,
  invalidFields,
  noFilter,
  toArchiveFilter,
  withoutInvalid,
} from '../../../operator-app/src/state/archive-filter.ts'

test('empty fields do not restrict', () => {
  expect(toArchiveFilter(noFilter)).toEqual({})
  expect(exportPath('csv', '', noFilter)).toBe('/archive/export?format=csv')
})

test('days are those of the viewer, and both of them are included', () => {
  const { closedAt } = toArchiveFilter({ ...noFilter, from: '2026-03-01', to: '2026-03-31' })
  expect(closedAt).toEqual({
    since: new Date(2026, 2, 1).toISOString(),
    until: new Date(2026, 3, 1).toISOString(),
  })
  expect(toArchiveFilter({ ...noFilter, to: '2026-03-31' }).closedAt).toEqual({ until: closedAt?.until })
})

test('what cannot be searched for is named, and left out until it is mended', () => {
  const fields = {
    ...noFilter,
    visitorNumber: '7a',
    from: '2026-03-02',
    to: '2026-03-01',
    rating: 'POSITIVE' as const,
  }
  expect(invalidFields(fields)).toEqual(['visitorNumber', 'to'])
  expect(invalidFields({ ...noFilter, visitorNumber: '2147483648' })).toEqual(['visitorNumber'])
  expect(withoutInvalid(fields)).toEqual({ ...noFilter, from: '2026-03-02', rating: 'POSITIVE' })
})

test('an export has the parameters of the same search', () => {
  const fields = {
    ...noFilter,
    channelId: 'Q2hhbm5lbDox',
    outcome: 'MISSED' as const,
    from: '2026-03-01',
    visitorNumber: '7',
    blacklisted: 'false' as const,
  }
  const { pathname, searchParams } = new URL(exportPath('json', 'a & b', fields), 'http://localhost')
  expect(pathname).toBe('/archive/export')
  expect(Object.fromEntries(searchParams)).toEqual({
    format: 'json',
    search: 'a & b',
    channelId: 'Q2hhbm5lbDox',
    outcome: 'MISSED',
    visitorNumber: '7',
    blacklisted: 'false',
    closedFrom: new Date(2026, 2, 1).toISOString(),
  })
})
