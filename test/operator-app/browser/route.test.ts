import { expect, test } from 'vitest'
import { archivePath, inboxPath, parseRoute, settingsPath } from '../../../operator-app/src/browser/route.ts'

test('a path that the app makes is read back as the same page', () => {
  const chatId = 'Q2hhdDox/+=='
  expect(parseRoute(inboxPath('mine', chatId))).toEqual({ name: 'inbox', view: 'mine', chatId })
  expect(parseRoute(settingsPath('channels', 'a/b'))).toEqual({
    name: 'settings',
    section: 'channels',
    id: 'a/b',
  })
  expect(parseRoute(archivePath())).toEqual({ name: 'archive', chatId: null })
  expect(parseRoute(archivePath('a/b='))).toEqual({ name: 'archive', chatId: 'a/b=' })
  expect(parseRoute(settingsPath())).toEqual({ name: 'settings', section: null, id: null })
  expect(parseRoute('/')).toEqual({ name: 'inbox', view: 'waiting', chatId: null })
  expect(parseRoute('/reset/some-token')).toEqual({ name: 'reset', token: 'some-token' })
  expect(parseRoute('/forgot-password')).toEqual({ name: 'forgot-password' })
  expect(parseRoute('/join/some-token')).toEqual({ name: 'join', token: 'some-token' })
})

test.for([
  '/nothing',
  '/inbox/nothing',
  '/settings/nothing',
  '/inbox/mine/a/b',
  '/archive/a/b',
  '/settings/people/1',
])('%s is not a page', (path) => {
  expect(parseRoute(path)).toEqual({ name: 'not-found' })
})
