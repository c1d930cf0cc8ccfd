import { expect, test } from 'vitest'
import {
  archivePath,
  archiveSections,
  inboxPath,
  parseRoute,
  settingsPath,
} from '../../../operator-app/src/browser/route.ts'

test('a path that the app makes is read back as the same page', () => {
  const chatId = 'Q2hhdDox/+=='
  expect(parseRoute(inboxPath('mine', chatId))).toEqual({ name: 'inbox', view: 'mine', chatId })
  expect(parseRoute(settingsPath('channels', 'a/b'))).toEqual({
    name: 'settings',
    section: 'channels',
    id: 'a/b',
  })
  expect(parseRoute(archivePath())).toEqual({ name: 'archive', section: 'chats', id: null })
  for (const section of archiveSections)
    expect(parseRoute(archivePath(section, 'a/b='))).toEqual({ name: 'archive', section, id: 'a/b=' })
  expect(parseRoute(settingsPath())).toEqual({ name: 'settings', section: null, id: null })
  expect(parseRoute('/')).toEqual({ name: 'inbox', view: 'waiting', chatId: null })
  expect(parseRoute('/reset/some-token')).toEqual({ name: 'reset', token: 'some-token' })
  expect(parseRoute('/forgot-password')).toEqual({ name: 'forgot-password' })
  expect(parseRoute('/join/some-token')).toEqual({ name: 'join', token: 'some-token' })
})

test('an address of the archive from before it had sections leads to the same', () => {
  const section = 'offline-messages'
  expect(parseRoute('/offline-messages')).toEqual({ name: 'archive', section, id: null })
  expect(parseRoute('/offline-messages/some-id')).toEqual({ name: 'archive', section, id: 'some-id' })
  expect(parseRoute('/archive/calls/some-id')).toEqual({ name: 'archive', section: 'calls', id: 'some-id' })
  expect(parseRoute('/archive/some-id')).toEqual({ name: 'archive', section: 'chats', id: 'some-id' })
})

test.for([
  '/nothing',
  '/inbox/nothing',
  '/settings/nothing',
  '/inbox/mine/a/b',
  '/archive/a/b',
  '/archive/calls/a/b',
  '/settings/people/1',
])('%s is not a page', (path) => {
  expect(parseRoute(path)).toEqual({ name: 'not-found' })
})
