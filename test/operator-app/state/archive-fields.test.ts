import { expect, test } from 'vitest'
import {
  exportPath,
  fieldsIn,
  formatFields,
  invalidFields,
  noFields,
  readFields,
  toCallFilter,
  toChatFilter,
  toOfflineFilter,
  withoutInvalid,
} from '../../../operator-app/src/state/archive/archive-fields.ts'

test('empty fields do not restrict', () => {
  expect(toChatFilter(noFields)).toEqual({})
  expect(toCallFilter(noFields)).toEqual({ underWay: false })
  expect(toOfflineFilter(noFields)).toEqual({})
  expect(formatFields(noFields)).toBe('')
  expect(readFields('')).toEqual(noFields)
  expect(exportPath('chats', 'csv', noFields)).toBe('/archive/export?format=csv')
})

test('days are those of the viewer, and both of them are included', () => {
  const { closedAt } = toChatFilter({ ...noFields, from: '2026-03-01', to: '2026-03-31' })
  expect(closedAt).toEqual({
    since: new Date(2026, 2, 1).toISOString(),
    until: new Date(2026, 3, 1).toISOString(),
  })
  expect(toCallFilter({ ...noFields, to: '2026-03-31' }).createdAt).toEqual({ until: closedAt?.until })
})

test('what cannot be searched for is named, and left out until it is mended', () => {
  const fields = {
    ...noFields,
    visitorNumber: '7a',
    from: '2026-03-02',
    to: '2026-03-01',
    rating: 'POSITIVE' as const,
  }
  expect(invalidFields(fields)).toEqual(['visitorNumber', 'to'])
  expect(invalidFields({ ...noFields, visitorNumber: '2147483648' })).toEqual(['visitorNumber'])
  expect(withoutInvalid(fields)).toEqual({ ...noFields, from: '2026-03-02', rating: 'POSITIVE' })
})

test('an address holds the fields as they were typed', () => {
  const fields = {
    ...noFields,
    search: ' a & b=c ',
    outcome: 'MISSED' as const,
    visitorNumber: '7a',
    blacklisted: 'false' as const,
  }
  expect(readFields(formatFields(fields))).toEqual(fields)
})

test('an address that somebody made up restricts by nothing that there is not', () => {
  const query =
    '?outcome=LOST&type=x&state=OLD&rating=5&blacklisted=1&from=yesterday&to=2026-13-45&hour=168&inHours=so&replyFrom=-1&sheet=7'
  expect(readFields(query)).toEqual(noFields)
})

test('of channels, operators, departments and tags, several can be chosen', () => {
  const fields = {
    ...noFields,
    channelId: 'YQ==,Yg==',
    operatorId: 'Yw==',
    departmentId: 'ZA==,ZQ==',
    tagId: 'Zg==,Zw==',
  }
  expect(readFields(formatFields(fields))).toEqual(fields)
  const shared = { channelIds: ['YQ==', 'Yg=='], operatorIds: ['Yw=='] }
  const departmentIds = ['ZA==', 'ZQ==']
  expect(toChatFilter(fields)).toEqual({ ...shared, departmentIds, tagIds: ['Zg==', 'Zw=='] })
  expect(toCallFilter(fields)).toEqual({ ...shared, underWay: false })
  expect(toOfflineFilter(fields)).toEqual({ ...shared, departmentIds })
  const { searchParams } = new URL(exportPath('chats', 'csv', fields), 'http://localhost')
  expect(searchParams.getAll('channelId')).toEqual(['YQ==', 'Yg=='])
  expect(searchParams.getAll('tagId')).toEqual(['Zg==', 'Zw=='])
})

test('each section takes the fields that it has', () => {
  const fields = {
    ...noFields,
    search: 'tea',
    channelId: 'Q2hhbm5lbDox',
    departmentId: 'RGVwYXJ0bWVudDox',
    outcome: 'BOT' as const,
    rating: 'NEGATIVE' as const,
    type: 'INCOMING' as const,
    state: 'NEW' as const,
  }
  const shared = { ...noFields, search: 'tea', channelId: 'Q2hhbm5lbDox' }
  const { departmentId, outcome, rating, type, state } = fields
  expect(fieldsIn('chats', fields)).toEqual({ ...shared, departmentId, outcome, rating })
  // No call ends with a bot.
  expect(fieldsIn('calls', fields)).toEqual({ ...shared, type })
  expect(fieldsIn('offline-messages', fields)).toEqual({ ...shared, departmentId, state })
})

test.for([
  ['chats', '/archive/export', 'closedFrom', { outcome: 'MISSED' }],
  ['calls', '/archive/calls/export', 'createdFrom', { outcome: 'MISSED' }],
  ['offline-messages', '/archive/offline-messages/export', 'leftFrom', { state: 'NEW' }],
] as const)('an export of %s has the parameters of the same search', ([section, path, since, own]) => {
  const fields = {
    ...noFields,
    search: ' a & b ',
    channelId: 'Q2hhbm5lbDox',
    outcome: 'MISSED' as const,
    state: 'NEW' as const,
    from: '2026-03-01',
    visitorNumber: '7',
    blacklisted: 'false' as const,
  }
  const { pathname, searchParams } = new URL(exportPath(section, 'json', fields), 'http://localhost')
  expect(pathname).toBe(path)
  expect(Object.fromEntries(searchParams)).toEqual({
    format: 'json',
    search: 'a & b',
    channelId: 'Q2hhbm5lbDox',
    visitorNumber: '7',
    blacklisted: 'false',
    [since]: new Date(2026, 2, 1).toISOString(),
    ...own,
  })
})
